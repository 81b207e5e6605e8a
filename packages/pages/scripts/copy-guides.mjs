// Copies the guides into the compiled package, which serves them.
import { cpSync, readdirSync } from 'node:fs'

// The README of the client keeps its place beside the folder, which links to it.
const readme = 'packages/client/README.md'
cpSync(new URL(`../../../${readme}`, import.meta.url), new URL(`../dist/${readme}`, import.meta.url))

const docs = new URL('../../../docs/', import.meta.url)
const guides = new URL('../dist/guides/', import.meta.url)
for (const name of readdirSync(docs)) if (name.endsWith('.md')) cpSync(new URL(name, docs), new URL(name, guides))
