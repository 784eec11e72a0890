import { createHash } from 'node:crypto'
import { optional, text } from '@plinth/api/kernel/fields'
import { messageOf, messageOfIssue } from '@plinth/api/kernel/messages'
import { namesOf } from '@plinth/api/kernel/record'
import {
  contract,
  contractColumnLabels,
  contractFields,
  contractInput,
  contractShortLabels,
} from '@plinth/api/tenders/contracts'
import { type output, safeParse } from 'zod/v4/core'
import { columnName } from '../../kernel/records/row-writer.ts'
import { type FieldFault, sheetShape, withHeadings } from '../../kernel/sheets/sheet-columns.ts'
import { bidRule, spelling } from '../../tenders/contracts/contracts.rules.ts'
import { contractSynonyms } from './contract-synonyms.rules.ts'

export type FieldName = keyof typeof contractColumnLabels

const { officeId: _, ...ownFields } = contractFields
const sheetFields = { ...ownFields, department: optional(text(200)), officeName: optional(text(402)) }

/** A contract as a row of a sheet. */
export const contractSheet = sheetShape<FieldName>({
  fields: sheetFields,
  labels: contractColumnLabels,
  key: 'contractName',
  aliases: {
    extensionCount: 'extensionCoun',
    agreementDate: 'aggreementDate',
    [contractShortLabels.tenderBidPercentage]: 'tenderBidPercentage',
  },
  synonyms: contractSynonyms,
  blankable: [
    'bidId',
    'referenceNo',
    'department',
    'officeName',
    'contractType',
    'licenseId',
    'licenseHolderName',
    'licenseNo',
  ],
  sums: {
    label: 'contractName',
    own: ['bidId', 'referenceNo'],
    fault:
      'says that the row is a sum of others. Please remove it. A contract of that name needs its bid ID or reference no.',
  },
  serverSet: Object.keys(contract.shape).filter((name) => !(name in contractColumnLabels)),
})

/** The fields in the order of the form. */
export const fieldNames = contractSheet.names

/** The values of a row as a contract. */
export type Values = output<typeof contractInput>
type Given = Partial<Record<FieldName, unknown>>
type Fault = FieldFault<FieldName>

const bid = bidRule('tenderActualValue', 'tenderBidValue', 'tenderBidPercentage')

/** The values computed by the percentage rule must be storable too. */
function bidFaults(values: ReturnType<typeof bid.ofNew>): Fault[] {
  const fields = ['tenderBidValue', 'tenderBidPercentage'] as const
  return fields.flatMap((field): Fault[] => {
    const [issue] = safeParse(contractFields[field], values[field]).error?.issues ?? []
    if (!issue) return []
    return [[field, messageOf('as it follows from the others {fault}', { fault: messageOfIssue(issue).message })]]
  })
}

/** Validates a row as the call that creates one contract does, but reports every fault instead of the first. */
export function parsed(cells: Given, faulty: ReadonlySet<FieldName>): { values: Values | undefined; faults: Fault[] } {
  const faults: Fault[] = []
  const known = new Set<string>(faulty)
  for (;;) {
    // A rule between two fields is tried only when each is sound by itself.
    const sound = Object.fromEntries(Object.entries(cells).filter(([name]) => !known.has(name)))
    const contractName = known.has('contractName') ? '–' : (cells.contractName ?? '')
    const result = safeParse(contractInput, { ...sound, contractName })
    if (result.success) {
      const settled = bid.ofNew(result.data)
      faults.push(...bidFaults(settled))
      return { values: { ...result.data, ...settled }, faults }
    }
    const before = known.size
    for (const issue of result.error.issues) {
      const field = fieldNames.find((name) => name === issue.path[0])
      if (!field || known.has(field)) continue
      known.add(field)
      faults.push([field, withHeadings(contractSheet, messageOfIssue(issue))])
    }
    if (known.size === before) return { values: undefined, faults }
  }
}

/** Identifies rows with equal values: SHA-256, in hex. */
export function fingerprintOf(values: object): string {
  const normal = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(normal)).digest('hex')
}

const columnNames = namesOf(ownFields).map((name) => [name, columnName(name, spelling)] as const)

/** The contract as a row of the table: JSON by columns. */
export const storedAs = (values: Partial<Values>, fingerprint: string | undefined) =>
  JSON.stringify({
    ...Object.fromEntries(columnNames.map(([name, column]) => [column, values[name]])),
    ...(fingerprint && { import_fingerprint: `\\x${fingerprint}` }),
  })

/** The same row, with its office. */
export const withOffice = (stored: string, officeId: string) =>
  JSON.stringify({ ...JSON.parse(stored), [columnName('officeId', spelling)]: officeId })
