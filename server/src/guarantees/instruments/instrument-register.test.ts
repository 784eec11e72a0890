import {
  countInstruments,
  exportInstruments,
  filterInstruments,
  type Instrument,
  type InstrumentQuickFilter,
  instrument,
  instrumentQuickFilters,
  listInstrumentGroups,
} from '@plinth/api/guarantees/instruments'
import type { CallInput } from '@plinth/api/kernel/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newEvent } from '../instrument-events/instrument-events.factory.ts'
import { newLien } from '../instrument-liens/instrument-liens.factory.ts'
import { newGuarantee, newInstrument, newReceipt } from './instruments.factory.ts'

type Filter = CallInput<typeof filterInstruments>['body']

/** Issued half a year ago, so that guarantees can expire before or after today. */
const issuedEarlier = { issuedOn: dayFromToday(-180), happenedOn: dayFromToday(-170) }
const guarantee = (number: string, days: number, overrides: object = {}) =>
  newGuarantee(owner, {
    ...issuedEarlier,
    number,
    expiresOn: dayFromToday(days),
    claimUntil: null,
    amount: 1_000.1,
    ...overrides,
  })

const { server, owner } = await startSuite()
beforeAll(async () => {
  const office = await newOffice(owner, { department: 'Irrigation %_\\', name: 'Hemavathi' })
  const { id: contractId } = await newContract(owner, { bidId: 'KNNL/7', contractName: 'Canal' })
  const other = await newContract(owner, { bidId: null, contractName: 'Aqueduct' })

  const soon = await guarantee('soon %_\\', 30, {
    branch: 'Hassan %_\\',
    officeId: office.id,
    favouring: 'The Chief %_\\',
  })
  await newDeposit(owner, contractId, { instrumentId: soon.id, amount: 600.05 })
  await newDeposit(owner, other.id, { instrumentId: soon.id, amount: 400.05 })
  await guarantee('later', 31)
  await guarantee('far', 91, { issuer: 'Canara %_\\' })
  await guarantee('ran out today', 0)
  await guarantee('ran out', -1)
  await guarantee('to claim', -1, { claimUntil: dayFromToday(0) })
  const claimed = await guarantee('claimed', 10)
  await newEvent(owner, claimed.id, { kind: 'CLAIM_LODGED' })
  const back = await guarantee('back', -20)
  await newEvent(owner, back.id, { kind: 'RETURNED' })
  const over = await guarantee('over', -20)
  await newEvent(owner, over.id, { kind: 'DISCHARGED' })
  await newInstrument(owner, { kind: 'BG', number: 'draft', amount: 1, heldBy: 'BANK' })
  const receipt = await newReceipt(owner, {
    ...issuedEarlier,
    number: 'pledged',
    maturesOn: dayFromToday(60),
    amount: 2_000,
  })
  await newLien(owner, soon.id, receipt.id, { amount: 500, markedOn: dayFromToday(-100) })
  await newInstrument(owner, { kind: 'DD', number: 'stale', amount: 20, state: 'ISSUED', issuedOn: dayFromToday(-180) })
})

const search = (body: Filter = {}) => owner.ok(filterInstruments, { body: { ...body, pagination: { size: 50 } } })
const numbers = async (body: Filter) => (await search(body)).content.map(({ number }) => number).toSorted()

describe('the register of instruments', () => {
  const expectedNumbers: Record<InstrumentQuickFilter, string[]> = {
    UNDER_WAY: ['claimed', 'far', 'later', 'pledged', 'ran out', 'ran out today', 'soon %_\\', 'stale', 'to claim'],
    RUNS_OUT_WITHIN_30_DAYS: ['claimed', 'ran out today', 'soon %_\\'],
    RUNS_OUT_WITHIN_90_DAYS: ['claimed', 'later', 'pledged', 'ran out today', 'soon %_\\'],
    RAN_OUT: ['ran out', 'stale', 'to claim'],
    CLAIMED: ['claimed'],
    TO_DISCHARGE: ['back', 'ran out'],
    WITHOUT_DEPOSIT: ['claimed', 'far', 'later', 'ran out', 'ran out today', 'stale', 'to claim'],
  }
  test.each(Object.entries(expectedNumbers))(
    'finds the right instruments by the quick filter %s',
    async (name, expected) => {
      const quickFilters = instrumentQuickFilters.filter((known) => known === name)
      expect(await numbers({ quickFilters })).toEqual(expected)
      const counts = await owner.ok(countInstruments, { body: {} })
      const found = await search({ quickFilters })
      const own = counts.find(({ quickFilter }) => quickFilter === name)
      expect(own).toMatchObject({ count: expected.length, amount: found.total })
    },
  )

  test('totals all instruments found, and has what each of them secures', async () => {
    const { content, totalElements, total } = await search()
    expect([totalElements, total]).toEqual([12, 11_021.9])
    const soon = content.find(({ number }) => number === 'soon %_\\')
    expect(soon).toMatchObject({ securedFor: 'Aqueduct, KNNL/7', deposits: 2, securedAmount: 1_000.1, lienAmount: 500 })
    expect(Object.keys(soon ?? {}).toSorted()).toEqual(Object.keys(instrument.shape).toSorted())
  })

  test.each<[string, Filter, string[]]>([
    ['number', { number: 'OON %_\\' }, ['soon %_\\']],
    ['bank', { issuer: 'ARA %_\\' }, ['far']],
    ['branch', { branch: 'san %_\\' }, ['soon %_\\']],
    ['beneficiary', { favouring: 'chief %_' }, ['soon %_\\']],
    ['department', { department: ['Irrigation %_\\'] }, ['soon %_\\']],
    ['kind', { kind: ['FDR', 'DD'] }, ['pledged', 'stale']],
    ['state', { state: 'RETURNED' }, ['back']],
    ['holder', { heldBy: 'BANK' }, ['draft', 'over']],
    ['a word of its number', { search: 'soon hassan' }, ['soon %_\\']],
    ['a word of its department', { search: 'irrigation %_' }, ['soon %_\\']],
    ['words that are nowhere', { search: 'soon canara' }, []],
    ['group', { group: { by: 'kind', key: 'FDR' } }, ['pledged']],
  ])('filters by %s', async (_, body, expected) => {
    expect(await numbers(body)).toEqual(expected)
  })

  test.each(Object.keys(instrument.shape))('sorts by %s in both directions', async (field) => {
    const ids = async (direction: string) => {
      const { text } = await owner.sendCall(filterInstruments, {
        body: { sort: { field, direction }, pagination: { size: 50 } },
      })
      return JSON.parse(text).content.map(({ id }: Instrument) => id)
    }
    const ascending: string[] = await ids('asc')
    expect(ascending).toHaveLength(12)
    expect(ascending.toSorted()).toEqual((await ids('desc')).toSorted())
  })

  test.each(['state', 'kind', 'issuer', 'department', 'endsOn', 'heldBy'] as const)(
    'has groups by %s that add up to its total',
    async (by) => {
      const { groups } = await owner.ok(listInstrumentGroups, { body: { by } })
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(12)
      const paise = groups.reduce((sum, { amounts }) => sum + Math.round((amounts['amount'] ?? 0) * 100), 0)
      expect(paise / 100).toBe((await search()).total)
    },
  )

  test('is exported with its filters', async () => {
    const columns = ['number', 'kind', 'state', 'amount', 'securedFor'].map((field) => ({ field, label: field }))
    const { text } = await owner.sendCall(exportInstruments, {
      body: { format: 'csv', columns, search: 'soon' } as CallInput<typeof exportInstruments>['body'],
    })
    expect(text).toContain('soon %_\\')
    expect(text).toContain('1000.1')
    expect(text).not.toContain('later')
  })

  test('has no instruments of another company', async () => {
    const stranger = await (await newCompany(server)).as()
    expect(await stranger.ok(filterInstruments, { body: {} })).toMatchObject({ totalElements: 0, total: 0 })
  })
})
