import { createInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type InstrumentBody = CallInput<typeof createInstrument>['body']

let made = 0

/** A bank guarantee as a form would send it, with every day that one needs once it is issued. */
export function guaranteeBody(given: Partial<InstrumentBody> = {}): InstrumentBody {
  made += 1
  return {
    kind: 'BG',
    number: `BG/2026/${made}`,
    issuer: 'State Bank of India',
    branch: 'Tumakuru',
    amount: 5_00_000,
    issuedOn: '2026-01-15',
    expiresOn: '2027-01-14',
    claimUntil: '2027-07-14',
    ...given,
  }
}

/** A fixed deposit receipt as a form would send it. */
export function receiptBody(given: Partial<InstrumentBody> = {}): InstrumentBody {
  made += 1
  return {
    kind: 'FDR',
    number: `FDR ${made}`,
    issuer: 'Canara Bank',
    amount: 2_00_000,
    issuedOn: '2026-01-10',
    maturesOn: '2027-01-10',
    ...given,
  }
}

export const newInstrument = (by: Client, body: InstrumentBody): Promise<Instrument> =>
  by.ok(createInstrument, { body })

/** A guarantee that the department has. */
export const newGuarantee = (by: Client, given: Partial<InstrumentBody> = {}): Promise<Instrument> =>
  newInstrument(by, guaranteeBody({ state: 'LODGED', happenedOn: '2026-01-20', ...given }))

/** A receipt that is issued. */
export const newReceipt = (by: Client, given: Partial<InstrumentBody> = {}): Promise<Instrument> =>
  newInstrument(by, receiptBody({ state: 'ISSUED', ...given }))

export const testInputs: TestInputs = {
  make: { instruments: async ({ owner }) => (await newInstrument(owner, guaranteeBody())).id },
  bodies: { createInstrument: () => guaranteeBody() },
}

/** In the tables that these migrations made, for the test of upgrades. */
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
