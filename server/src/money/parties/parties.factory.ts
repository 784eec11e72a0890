import type { CallInput } from '@plinth/api/kernel/client'
import { gstinCheckCharacter } from '@plinth/api/money/identity'
import { confirmPartyBank, createParty, createPartyBank, getParty, type Party } from '@plinth/api/money/parties'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

export type PartyBody = CallInput<typeof createParty>['body']
type BankBody = CallInput<typeof createPartyBank>['body']

let counter = 0

/** A body for a party as a form sends it: a vendor without a GSTIN. */
export function partyBody(overrides: Partial<PartyBody> = {}): PartyBody {
  counter += 1
  return { kinds: ['VENDOR'], legalName: `Sri Lakshmi Steels ${counter}`, ...overrides }
}

export const newParty = (by: Client, overrides: Partial<PartyBody> = {}): Promise<Party> =>
  by.ok(createParty, { body: partyBody(overrides) })

/** The PAN of a company, different on every call. */
export function nextPan(): string {
  counter += 1
  return `AABCL${String(counter).padStart(4, '0')}K`
}

/** A GSTIN completed with its check character. */
export const wholeGstin = (first14: string): string => first14 + gstinCheckCharacter(first14)

/** The GSTIN of a PAN in a State. */
export const gstinOf = (pan: string, state = '29', nth = '1'): string => wholeGstin(`${state}${pan}${nth}Z`)

/** A body for an account as a form sends it, with a different number on every call. */
export function bankBody(overrides: Partial<BankBody> = {}): BankBody {
  counter += 1
  return {
    accountNo: `5010${String(counter).padStart(10, '0')}`,
    ifsc: 'HDFC0000412',
    holder: 'Sri Lakshmi Steels',
    ...overrides,
  }
}

/** The party with another account. */
export const newBank = (by: Client, id: string, overrides: Partial<BankBody> = {}): Promise<Party> =>
  by.ok(createPartyBank, { params: { id }, body: bankBody(overrides) })

/** The digest of an account as a user sees it now. */
export async function digestOf(by: Client, id: string, bankId: string): Promise<string> {
  const { banks } = await by.ok(getParty, { params: { id } })
  return banks.find((bank) => bank.id === bankId)?.digest ?? 'none'
}

/** The party after a user has looked at one of its accounts and verified it. */
export const verifyBank = async (by: Client, id: string, bankId: string): Promise<Party> =>
  by.ok(confirmPartyBank, { params: { id, bankId }, body: { digest: await digestOf(by, id, bankId) } })

/** The digests of the accounts created as test inputs, by id. */
const digests = new Map<string, string>()

export const testInputs: TestInputs = {
  make: {
    parties: async ({ owner }) => (await newParty(owner)).id,
    banks: async ({ owner }, above) => {
      const bank = (await newBank(owner, await above('parties'))).banks.at(-1)
      digests.set(bank?.id ?? '', bank?.digest ?? '')
      return bank?.id ?? ''
    },
  },
  searched: {
    filterParties: async ({ owner }, key) => {
      const fields = { legalName: `Quarries ${key}`, tradeName: 'Malnad Metal', pan: 'AAQCQ4171K' }
      return { id: (await newParty(owner, fields)).id, words: `METAL aaqcq ${key}` }
    },
  },
  found: {
    parties: async ({ owner }, word) => {
      const name = `Quarries ${word}`
      await newParty(owner, { legalName: name, tradeName: 'Malnad Metal', place: 'Hassan' })
      return { name, detail: 'Malnad Metal, Hassan', status: null }
    },
  },
  bodies: {
    createParty: () => partyBody(),
    createPartyBank: () => bankBody(),
    confirmPartyBank: ({ banks = '' }) => ({ digest: digests.get(banks) ?? 'none' }),
  },
}

/** Rows for the test of upgrades, inserted into the tables as these migrations created them. */
export const upgradeRows: UpgradeRows = {
  '0053_parties.sql': () => `
    ${within(company.id)}
    with made as (insert into parties (kinds, legal_name, pan, gst_treatment)
      values ('{SUBCONTRACTOR}', 'Sahyadri Earthmovers', 'AAPFU0939F', 'REGULAR') returning id),
      registered as (insert into party_gstins (party_id, gstin) select id, '27AAPFU0939F1ZV' from made)
    insert into party_banks (party_id, account_no, ifsc, holder)
    select id, '50100412345678', 'HDFC0000412', 'Sahyadri Earthmovers' from made;
    with paid as (insert into parties (kinds, legal_name) values ('{VENDOR}', 'Hemavathi Steels'), ('{VENDOR}', 'Renamed later') returning id)
    insert into party_banks (party_id, account_no, ifsc, holder) select id, '50100412345679', 'HDFC0000412', 'Hemavathi Steels' from paid;
    select set_config('app.user_id', '${company.viewer.id}', false);
    do $$ begin
      -- Since verified accounts are bound to what was seen of them, it is sent along.
      if exists (select from pg_attribute where attrelid = 'party_banks'::regclass and attname = 'verified_digest') then
        update party_banks b set verified_at = now(), verified_digest = app.bank_digest(b) where account_no = '50100412345679';
      else update party_banks set verified_at = now() where account_no = '50100412345679';
      end if;
    end $$;
    update parties set legal_name = 'Renamed' where legal_name = 'Renamed later';
    select set_config('app.user_id', '', false);`,
}
