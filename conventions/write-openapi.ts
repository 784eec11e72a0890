import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptionPath, descriptionText } from './openapi.ts'
import { root } from './source.ts'

writeFileSync(join(root, descriptionPath), descriptionText())
