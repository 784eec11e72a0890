import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { FieldName } from './deposit-sheet.rules.ts'
import type { JudgedRow } from './rows.rules.ts'

interface KnownContract {
  id: string
  bidId: string | null
  referenceNo: string | null
  contractName: string
  officeId: string | null
}
type Words = JudgedRow['words']
export type FoundContract = Pick<KnownContract, 'id' | 'officeId'> | { fault: [field: FieldName, said: Message] }

const several = {
  bidId: messageOf('Two tenders have this bid ID'),
  referenceNo: messageOf('Two tenders have this reference'),
  contractName: messageOf('Two tenders have this name'),
}
const keys = ['bidId', 'referenceNo', 'contractName'] as const
const isBlank = (text: string | null | undefined) => text === null || text === undefined || text === ''

/** Whether a key that ranks above this one names another contract. */
const contradicts = (contract: KnownContract, words: Words, key: (typeof keys)[number]) =>
  keys.slice(0, keys.indexOf(key)).some((one) => !isBlank(words[one]) && !isBlank(contract[one]))

function gathered<T>(rows: readonly T[], keyOf: (row: T) => string | null): Map<string, T[]> {
  const by = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key) by.set(key, [...(by.get(key) ?? []), row])
  }
  return by
}

/**
 * Finds the contract that a row means: by its bid ID, else its reference, else its whole name. A lower key finds only a
 * contract whose bid ID and reference do not differ from the row's: a deposit is never put on a tender that only has a
 * similar name.
 */
export async function contractFinder(db: Db, rows: readonly JudgedRow[]) {
  const all = (key: (typeof keys)[number]) => [...new Set(rows.flatMap(({ words }) => words[key] ?? []))]
  const { rows: found } = await sql<KnownContract>`select id, bid_id as "bidId", reference_no as "referenceNo",
      contract_name as "contractName", office_id as "officeId" from contracts
    where deleted_at is null and (bid_id = any(${all('bidId')}::text[]) or reference_no = any(${all('referenceNo')}::text[])
      or contract_name = any(${all('contractName')}::text[]))`.execute(db)
  const by = {
    bidId: gathered(found, (contract) => contract.bidId),
    referenceNo: gathered(found, (contract) => contract.referenceNo),
    contractName: gathered(found, (contract) => contract.contractName),
  }
  return (words: Words): FoundContract => {
    for (const key of keys) {
      const all = by[key].get(words[key] ?? '') ?? []
      const [only, another] = all.filter((contract) => !contradicts(contract, words, key))
      if (only && another) return { fault: [key, several[key]] }
      if (only) return only
    }
    const named = keys.find((key) => words[key]) ?? 'bidId'
    return { fault: [named, messageOf('No tender has this bid ID, reference or name')] }
  }
}
