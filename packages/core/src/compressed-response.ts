import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const gunzipAsync = promisify(gunzip)

/** An answer that was finished when its data was written: its JSON, gzip-compressed, and what identifies it. */
export class CompressedResponse<Data> {
  /** The compressed JSON of the whole answer, envelope included. */
  readonly gzip: Uint8Array<ArrayBuffer>
  /** SHA-256 of the JSON, base64url: the same text always has the same one. */
  readonly hash: string

  constructor(gzip: Uint8Array<ArrayBuffer>, hash: string) {
    this.gzip = gzip
    this.hash = hash
  }

  /** The JSON text. */
  async text(): Promise<string> {
    return (await gunzipAsync(this.gzip)).toString('utf8')
  }

  /** The answer as data. */
  async decode(): Promise<Data> {
    return JSON.parse(await this.text())
  }
}
