/**
 * HMAC-SHA256 of `<t>.<raw body>` in lower-case hexadecimal digits. The key is the UTF-8 bytes of the whole secret, its
 * `whsec_` included.
 * @param t Unix seconds, as the text that stands in the header
 */
export type Hmac = (secret: string, t: string, body: string | Uint8Array) => string | Promise<string>
