import { createInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type InstrumentBody = CallInput<typeof createInstrument>['body']

let count = 0

/** A bank guarantee as a form sends it, with all days that an issued one needs. */
export function guaranteeBody(overrides: Partial<InstrumentBody> = {}): InstrumentBody {
  count += 1
  return {
    kind: 'BG',
    number: `BG/2026/${count}`,
    issuer: 'State Bank of India',
    branch: 'Tumakuru',
    amount: 5_00_000,
    issuedOn: '2026-01-15',
    expiresOn: '2027-01-14',
    claimUntil: '2027-07-14',
    ...overrides,
  }
}

/** A fixed deposit receipt as a form sends it. */
export function receiptBody(overrides: Partial<InstrumentBody> = {}): InstrumentBody {
  count += 1
  return {
    kind: 'FDR',
    number: `FDR ${count}`,
    issuer: 'Canara Bank',
    amount: 2_00_000,
    issuedOn: '2026-01-10',
    maturesOn: '2027-01-10',
    ...overrides,
  }
}

export const newInstrument = (by: Client, body: InstrumentBody): Promise<Instrument> =>
  by.ok(createInstrument, { body })

/** A lodged guarantee. */
export const newGuarantee = (by: Client, overrides: Partial<InstrumentBody> = {}): Promise<Instrument> =>
  newInstrument(by, guaranteeBody({ state: 'LODGED', happenedOn: '2026-01-20', ...overrides }))

/** An issued receipt. */
export const newReceipt = (by: Client, overrides: Partial<InstrumentBody> = {}): Promise<Instrument> =>
  newInstrument(by, receiptBody({ state: 'ISSUED', ...overrides }))

export const testInputs: TestInputs = {
  make: { instruments: async ({ owner }) => (await newInstrument(owner, guaranteeBody())).id },
  searched: {
    filterInstruments: async ({ owner }, key) => {
      const { id } = await newGuarantee(owner, { number: `BG ${key}`, branch: `Sandur ${key}` })
      return { id, words: `SANDUR bg ${key}` }
    },
  },
  found: {
    instruments: async ({ owner }, word) => {
      const name = `BG ${word}`
      await newGuarantee(owner, { number: name, issuer: 'Canara Bank' })
      return { name, detail: 'Canara Bank', status: 'LODGED' }
    },
  },
  bodies: { createInstrument: () => guaranteeBody() },
}

/** Rows for the upgrade test, in the tables as these migrations create them. */
export const upgradeRows: UpgradeRows = {
  '0037_instruments.sql': () => `
    ${within(company.id)}
    insert into instruments (kind, number, issuer, amount, issued_on, expires_on)
    values ('BG', 'BG-1', 'State Bank of India', 2000, '2025-04-01', '2026-04-01');
    insert into instruments (kind, number, issuer, amount, issued_on, matures_on)
    values ('FDR', 'FDR-1', 'State Bank of India', 500, '2025-04-01', '2026-04-01');
    insert into instrument_events (instrument_id, kind, happened_on)
    select id, 'ISSUED', '2025-04-01' from instruments where number in ('BG-1', 'FDR-1');
    insert into instrument_liens (guarantee_id, receipt_id, amount, marked_on)
    select g.id, r.id, 500, '2025-04-01' from instruments g, instruments r where g.number = 'BG-1' and r.number = 'FDR-1';`,
}
