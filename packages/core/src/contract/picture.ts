import { z } from 'zod'

/** A picture as an SVG document. It is a whole response, without the envelope of records. */
export const Picture = z.string().max(100_000).meta({
  id: 'Picture',
  description:
    'An SVG document with a title and a description for screen readers, light or dark as the reader prefers. Its size is that of the element that shows it.',
})
export type Picture = z.infer<typeof Picture>

/** Whether the output of an operation is a picture. */
export const isPicture = (output: z.ZodType): boolean => output === Picture
