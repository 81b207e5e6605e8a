import type { PGlite } from '@electric-sql/pglite'

/** A file or folder in the memory of Emscripten: the bytes of a file, or the entries of a folder by their names. */
type Entry = { mode: number; contents: unknown; usedBytes?: number }
/** An open file. */
type Stream = { fd: number; position: number }

/** What a PGlite in memory consists of, as far as it changes. */
type Program = {
  wasmMemory: { buffer: ArrayBuffer }
  stackSave: () => number
  stackRestore: (top: number) => void
  FS: {
    root: Entry
    /** By their numbers; null for one that is closed. */
    streams: (Stream | null)[]
    isFile: (mode: number) => boolean
    isDir: (mode: number) => boolean
    unlink: (path: string) => void
  }
}

/** Bytes; the memory of WebAssembly is a multiple of it. */
const BLOCK = 2 ** 12

const isFolder = (contents: unknown): contents is Record<string, Entry> =>
  typeof contents === 'object' && contents !== null

const toBytes = ({ contents, usedBytes = 0 }: Entry): Buffer =>
  ArrayBuffer.isView(contents) ? Buffer.from(contents.buffer, contents.byteOffset, usedBytes) : Buffer.alloc(0)

function* listFiles(program: Program, folder = program.FS.root, path = ''): Generator<[path: string, file: Entry]> {
  if (!isFolder(folder.contents)) return
  for (const [name, entry] of Object.entries(folder.contents))
    if (program.FS.isFile(entry.mode)) yield [`${path}/${name}`, entry]
    else if (program.FS.isDir(entry.mode)) yield* listFiles(program, entry, `${path}/${name}`)
}

/** The blocks of a memory that are not all zero. */
function* splitBlocks(buffer: ArrayBuffer): Generator<[offset: number, block: Uint8Array]> {
  const zeros = new Uint8Array(BLOCK)
  for (let offset = 0; offset < buffer.byteLength; offset += BLOCK) {
    const block = new Uint8Array(buffer, offset, BLOCK)
    if (Buffer.compare(block, zeros) !== 0) yield [offset, block]
  }
}

/**
 * All that a Postgres in memory is between two statements: its memory and its files. Restoring it takes a hundredth of a
 * second, and leaves nothing of what has happened since: no row, no dead row, no plan, no number of a sequence.
 */
export class Snapshot {
  readonly #program: Program
  /** Of the memory what is not zero, which is a tenth of it: bytes by their offset. */
  readonly #memory: ReadonlyMap<number, Uint8Array>
  readonly #stack: number
  readonly #files: ReadonlyMap<Entry, Buffer>
  readonly #streams: readonly { stream: Stream | null; position: number }[]

  constructor(client: PGlite) {
    const program: Program = client.Module
    this.#program = program
    this.#memory = new Map(
      Array.from(splitBlocks(program.wasmMemory.buffer), ([offset, block]) => [offset, block.slice()]),
    )
    this.#stack = program.stackSave()
    this.#files = new Map(Array.from(listFiles(program), ([, file]) => [file, Buffer.from(toBytes(file))]))
    this.#streams = program.FS.streams.map((stream) => ({ stream, position: stream?.position ?? 0 }))
  }

  /** @throws if a file was removed since, which Postgres does not do without DDL or a checkpoint */
  restore(): void {
    const { wasmMemory, stackRestore, FS } = this.#program
    const memory = new Uint8Array(wasmMemory.buffer)
    memory.fill(0)
    for (const [offset, bytes] of this.#memory) memory.set(bytes, offset)
    stackRestore(this.#stack)

    let found = 0
    for (const [path, file] of listFiles(this.#program)) {
      const bytes = this.#files.get(file)
      if (bytes === undefined) {
        FS.unlink(path)
        continue
      }
      found++
      if (bytes.equals(toBytes(file))) continue
      file.contents = Uint8Array.from(bytes)
      file.usedBytes = bytes.length
    }
    if (found !== this.#files.size) throw new Error('a file of Postgres was removed')
    FS.streams.length = 0
    for (const [fd, { stream, position }] of this.#streams.entries()) {
      FS.streams.push(stream)
      if (stream !== null) Object.assign(stream, { fd, position })
    }
  }
}
