import { createHash } from 'node:crypto'
import type { InstrumentKind, InstrumentState } from '@plinth/api/guarantees/instrument-moves'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { paperKey } from './paper.rules.ts'
import type { JudgedRow } from './rows.rules.ts'

/** An instrument of the register. */
export interface KnownPaper {
  id: string
  kind: InstrumentKind
  number: string
  issuer: string | null
  amount: number
  state: InstrumentState
  /** `secured`: the open amount of its deposits; `free`: the amount without liens. */
  secured: number
  free: number
  importId: string | null
  importRow: number | null
  issuedOn: string | null
  expiresOn: string | null
  claimUntil: string | null
  maturesOn: string | null
}

/** The instruments of the register that have one of these numbers, locked in a fixed order. */
export async function papersNumbered(db: Db, numbers: readonly string[]): Promise<KnownPaper[]> {
  const upper = [...new Set(numbers.map((number) => number.toUpperCase()))]
  if (upper.length === 0) return []
  const { rows } =
    await sql<KnownPaper>`select i.id, i.kind, i.number, i.issuer, i.amount, i.state, i.import_id as "importId",
      i.import_row as "importRow", i.issued_on as "issuedOn", i.expires_on as "expiresOn", i.claim_until as "claimUntil",
      i.matures_on as "maturesOn", app.secured_by(i.tenant_id, i.id) as secured,
      i.amount - coalesce((select sum(l.amount) from instrument_liens l where l.tenant_id = i.tenant_id and l.receipt_id = i.id
        and l.freed_on is null and l.deleted_at is null), 0) as free
    from instruments i where i.deleted_at is null and i.state <> 'CANCELLED' and upper(i.number) = any(${upper}::text[])
    order by i.id`.execute(db)
  return rows
}

/** By their identifying keys. */
export const byKey = (papers: readonly KnownPaper[]) =>
  new Map(papers.map((paper) => [paperKey(paper.kind, paper.number, paper.issuer ?? undefined), paper]))

/** The receipts among them that secure or may secure guarantees, by number: two banks may use the same number. */
export function receiptsOf(papers: readonly KnownPaper[]): Map<string, KnownPaper[]> {
  const receipts = new Map<string, KnownPaper[]>()
  for (const paper of papers) {
    const isOpen = paper.state !== 'CLOSED' && (paper.kind === 'FDR' || paper.kind === 'TDR')
    const number = paper.number.toUpperCase()
    if (isOpen) receipts.set(number, [...(receipts.get(number) ?? []), paper])
  }
  return receipts
}

interface Deposit {
  contractId: string
  depositType: string
  instrumentNo: string
  amount: number
}

/** Identifies a deposit by its values, to find one given twice: SHA-256, in hex. */
export const fingerprintOf = ({ contractId, depositType, instrumentNo, amount }: Deposit) =>
  createHash('sha256')
    .update(JSON.stringify([contractId, depositType.toLowerCase(), instrumentNo.toUpperCase(), amount]))
    .digest('hex')

/** The stored deposits by their fingerprints, with the row of the sheet each came from. */
export async function storedDeposits(db: Db, contractIds: readonly string[], prints: readonly string[]) {
  const { rows } = await sql<Deposit & { print: string | null; row: number | null }>`
    select d.contract_id as "contractId", d.deposit_type as "depositType", d.instrument_no as "instrumentNo", d.amount,
      encode(d.import_fingerprint, 'hex') as print, d.import_row as row from security_deposits d
    where d.deleted_at is null and (d.contract_id = any(${[...new Set(contractIds)]}::uuid[])
      or d.import_fingerprint = any(${prints.map((print) => `\\x${print}`)}::bytea[]))`.execute(db)
  return new Map(
    rows.flatMap((deposit) =>
      [fingerprintOf(deposit), deposit.print].flatMap((print) => (print ? [[print, deposit.row] as const] : [])),
    ),
  )
}

/** The numbers of all instruments in rows. */
export const numbersIn = (rows: readonly JudgedRow[]) =>
  rows.flatMap(({ stored }) => [stored?.paper.number ?? [], stored?.paper.margin?.receiptNo ?? []].flat())
