import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { conformanceTable, readProofs, readStatements, tablePath } from './conformance.ts'
import { root } from './source.ts'

const statements = readStatements()
const proofs = readProofs()
writeFileSync(join(root, tablePath), conformanceTable(statements, proofs))

const proven = new Set(proofs.flatMap(({ ids }) => ids))
const left = statements.filter(({ id }) => !proven.has(id))
console.log(`${tablePath}: ${statements.length} statements, ${proofs.length} tests`)
for (const { id, text } of left) console.log(`without a test: ${id} ${text}`)
