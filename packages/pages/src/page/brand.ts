import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sizedResponse } from '@basketball-data/http/pages'
import { PATHS } from './addresses.ts'

/** The look of a service. Its name is an option of the core: `createCore({ service: { name } })`. */
export type BrandOptions = {
  /** The colour of links and buttons, such as `#0b5fff`. Pages darken or lighten it where it could not be read. Default: orange. */
  colour?: string | undefined
  /** The path of an SVG or PNG file of at most 256 kB, which is read at once. The name stands beside it. Default: a basketball. */
  logo?: string | URL | undefined
}

/** A colour or a logo that cannot be used; the message says what would be right. */
export class BadBrand extends Error {
  override name = 'BadBrand'
  readonly option: keyof BrandOptions

  constructor(option: keyof BrandOptions, value: string, rule: string, cause?: unknown) {
    super(`${option} is "${value}": ${rule}.`, { cause })
    this.option = option
  }
}

/** What pages need of the look: CSS after that of all pages, and the logo, null for the basketball. */
export type Brand = { style: string; logo: { path: string; respond: () => Response } | null }

type Rgb = readonly [red: number, green: number, blue: number]

const toHex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

const mix = ([r, g, b]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb => {
  const between = (a: number, z: number) => Math.round(a + (z - a) * share)
  return [between(r, r2), between(g, g2), between(b, b2)]
}

/** Relative luminance as WCAG 2.2 defines it, from 0 to 1. */
const getLuminance = (colour: Rgb): number => {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const isReadable = (text: Rgb, ground: Rgb): boolean => {
  const [one, other] = [getLuminance(text), getLuminance(ground)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= 4.5
}

/** The ground and the sunk ground of page.css, what colours are moved towards, and the share of the accent in its own ground. */
const LIGHT = { ground: [255, 253, 250], sunk: [247, 242, 236], towards: [0, 0, 0], share: 0.1 } as const
const DARK = { ground: [21, 17, 14], sunk: [31, 25, 21], towards: [255, 255, 255], share: 0.16 } as const

/** Two custom properties of page.css: the accent, readable on each ground of a scheme, and its own ground. */
const buildAccent = (colour: Rgb, { ground, sunk, towards, share }: typeof LIGHT | typeof DARK): string => {
  for (let percent = 0; ; percent += 2) {
    const accent = mix(colour, towards, percent / 100)
    const own = mix(ground, accent, share)
    if (percent === 100 || (isReadable(accent, sunk) && isReadable(accent, own)))
      return `:root{--accent:${toHex(accent)};--accent-ground:${toHex(own)}}`
  }
}

const buildStyle = (colour: string): string => {
  const [, r = '', g = '', b = ''] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? []
  if (r === '') throw new BadBrand('colour', colour, 'use six hexadecimal digits like #b4450c')
  const rgb = [parseInt(r, 16), parseInt(g, 16), parseInt(b, 16)] as const
  return `${buildAccent(rgb, LIGHT)}@media (prefers-color-scheme: dark){${buildAccent(rgb, DARK)}}`
}

const MAX_LOGO_BYTES = 256 * 1024
const LOGO_RULE = 'use the path of an SVG or PNG file of at most 256 kB'

/** What every logo has at the beginning of its path; contentPolicy allows it. */
export const LOGO_PREFIX = `${PATHS.reference}/logo-`

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** The root element, after what XML allows before it. Browsers show no picture without its namespace. */
const SVG =
  /^\uFEFF?\s*(?:<\?[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE svg[^[>]*(?:\[[^\]]*\]\s*)?>\s*)*<svg\s[^>]*xmlns\s*=/i

const findType = (file: Buffer): { extension: string; type: string } | null => {
  if (file.subarray(0, PNG.length).equals(PNG)) return { extension: 'png', type: 'image/png' }
  return SVG.test(file.toString()) ? { extension: 'svg', type: 'image/svg+xml' } : null
}

const readLogo = (logo: string | URL): Brand['logo'] => {
  const path = logo instanceof URL ? fileURLToPath(logo) : logo
  let file: Buffer<ArrayBuffer>
  try {
    file = readFileSync(path)
  } catch (error) {
    throw new BadBrand('logo', path, `the file cannot be read; ${LOGO_RULE}`, error)
  }
  const found = file.length > MAX_LOGO_BYTES ? null : findType(file)
  if (found === null) throw new BadBrand('logo', path, LOGO_RULE)
  const headers = {
    'content-type': found.type,
    // An SVG that is opened by itself is a document: its scripts must not run as those of this service.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  }
  return {
    path: `${LOGO_PREFIX}${hash('sha256', file, 'hex').slice(0, 16)}.${found.extension}`,
    respond: () => sizedResponse(file, { status: 200, headers }),
  }
}

/** Reads the look of a service. @throws BadBrand */
export const openBrand = ({ colour, logo }: BrandOptions): Brand => ({
  style: colour === undefined ? '' : buildStyle(colour),
  logo: logo === undefined ? null : readLogo(logo),
})
