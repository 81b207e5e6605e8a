import { z } from 'zod'

/** An SVG document, which is the whole response, without the envelope of records. */
export const Picture = z.string().max(100_000).meta({
  id: 'Picture',
  description:
    'An SVG document with a title and a description for screen readers, light or dark as the reader prefers. Its size is that of the element that shows it.',
})
export type Picture = z.infer<typeof Picture>

/** Whether an operation returns an SVG document. */
export const isPicture = (output: z.ZodType): boolean => output === Picture
