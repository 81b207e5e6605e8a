// Copies the guides into the compiled package, which serves them.
import { cpSync, readdirSync } from 'node:fs'

const docs = new URL('../../../docs/', import.meta.url)
const guides = new URL('../dist/guides/', import.meta.url)
for (const name of readdirSync(docs)) if (name.endsWith('.md')) cpSync(new URL(name, docs), new URL(name, guides))
