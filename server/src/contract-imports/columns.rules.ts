import { contract, contractFields, contractLabels } from '@plinth/api/contracts'
import { sheetShape } from '../kernel/sheet-columns.ts'

export type FieldName = keyof typeof contractLabels

/** A contract as a row of a sheet. */
export const contractSheet = sheetShape<FieldName>({
  fields: contractFields,
  labels: contractLabels,
  key: 'contractName',
  aliases: { extensioncount: 'extensionCoun', agreementdate: 'aggreementDate' },
  serverSet: Object.keys(contract.shape).filter((name) => !(name in contractFields)),
})

/** The fields in the order of the form. */
export const fieldNames = contractSheet.names
