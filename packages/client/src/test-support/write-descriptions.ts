// Writes above every field of the client's records what the committed document says of it.
import { writeFileSync } from 'node:fs'
import { described } from './descriptions.ts'

for (const { file, wanted } of described()) writeFileSync(file, wanted)
