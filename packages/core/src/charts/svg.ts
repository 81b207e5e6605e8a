/** Text for the content or an attribute of an SVG document. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A coordinate with two decimals at most. */
export const coordinate = (value: number): string => String(Math.round(value * 100) / 100)

/** Colours by the class that has them, on paper and in the dark: text, secondary text and lines, then those of a picture. */
export type Colours = Readonly<Record<string, readonly [property: 'fill' | 'stroke', light: string, dark: string]>>

const COMMON: Colours = {
  paper: ['fill', '#fff', '#14171f'],
  ink: ['fill', '#1f2430', '#e8eaf0'],
  soft: ['fill', '#5f6675', '#9aa2b4'],
  line: ['stroke', '#b9bfcc', '#4a5162'],
}

/**
 * The rules of colours. Plain classes with a prefix, not variables and nested rules, because programs that make bitmaps
 * of SVG know no others, and a picture may be part of a page.
 */
const buildRules = (colours: Colours): string => {
  const rules = (of: 1 | 2) =>
    Object.entries(colours)
      .map(([name, colour]) => `.bd-${name}{${colour[0]}:${colour[of]}}`)
      .join('')
  return `${rules(1)}@media(prefers-color-scheme:dark){${rules(2)}}`
}

/** Width of a letter as part of the size of the font, a little more than most letters have. */
const LETTER = 0.56

/** A line of text, smaller if it would be wider than `width`. */
export const textLine = (
  text: string,
  {
    x,
    y,
    size,
    width,
    className = 'ink',
    anchor,
  }: { x: number; y: number; size: number; width: number; className?: 'ink' | 'soft'; anchor?: 'middle' | 'end' },
): string => {
  const fitting = Math.min(size, width / (LETTER * Math.max(1, text.length)))
  const at = `x="${coordinate(x)}" y="${coordinate(y)}" font-size="${coordinate(fitting)}"`
  return `<text class="bd-${className}" ${at}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}>${escaped(text)}</text>`
}

/** An SVG document that screen readers announce by its title and description. */
export const picture = ({
  width,
  height,
  title,
  description,
  colours,
  body,
}: {
  width: number
  height: number
  title: string
  description: string
  colours: Colours
  body: string
}): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${coordinate(width)} ${coordinate(height)}" role="img" font-family="system-ui,sans-serif">` +
  `<title>${escaped(title)}</title><desc>${escaped(description)}</desc>` +
  `<style>${buildRules({ ...COMMON, ...colours })}</style>` +
  `<rect class="bd-paper" width="100%" height="100%"/>${body}</svg>`
