import type { ErrorAnswer } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { createContract, updateContract } from '@plinth/api/tenders/contracts'
import { describe, expect, test } from 'vitest'
import { startSuite } from '../../testing/test-server.ts'
import { contractBody, newContract } from './contracts.factory.ts'

const { owner } = await startSuite()

const moneyFields = ['paperCost', 'tenderActualValue', 'tenderBidValue']
const dayFields = [
  'openingDate',
  'closingDate',
  'resultDate',
  'draftingDate',
  'submittedPaymentDate',
  'awardedDate',
  'aggreementDate',
  'givenStartDate',
  'givenEndDate',
  'actualStartDate',
  'actualEndDate',
]
const texts: Record<string, number> = {
  bidId: 100,
  contractName: 300,
  referenceNo: 100,
  description: 4000,
  contractType: 100,
  terminationReason: 2000,
  licenseId: 100,
  licenseHolderName: 200,
  licenseNo: 100,
  comments: 4000,
}
const badMoney = [-1, -0.01, 0.001, 1.005, 10_000_000_000_000, 1e21, 1e-7, '5', '', true, [5], 'NaN', '0x10', ' 5 ']
const badDays = [
  '2024-02-30',
  '2025-02-29',
  '0000-00-00',
  '1899-12-31',
  '2200-01-01',
  '5874898-01-01',
  'infinity',
  'yesterday',
  '12/13/2024',
  '2024-1-1',
  '2024-01-01T00:00:00Z',
  '',
  20_240_101,
  true,
]
const nul = 'a\u0000b'
const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
const manyKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

const wrong: [field: string, value: unknown][] = [
  ...moneyFields.flatMap((field) => badMoney.map((value): [string, unknown] => [field, value])),
  ...dayFields.flatMap((field) => badDays.slice(0, 4).map((value): [string, unknown] => [field, value])),
  ...badDays.slice(4).map((value): [string, unknown] => ['openingDate', value]),
  ...Object.entries(texts).map(([field, most]): [string, unknown] => [field, 'x'.repeat(most + 1)]),
  ...Object.keys(texts).flatMap((field) => [nul, '\ud800', 5, {}].map((value): [string, unknown] => [field, value])),
  ...['', '   ', null].map((value): [string, unknown] => ['contractName', value]),
  ...['draft', 'UNKNOWN', '', null, ['DRAFT'], 1, 'DRAFT '].map((value): [string, unknown] => ['status', value]),
  ...[-1, 1.5, 10_001, '1', null].map((value): [string, unknown] => ['extensionCoun', value]),
  ...[-100.0001, -101, 1_000_000, 1.00001, '10'].map((value): [string, unknown] => ['tenderBidPercentage', value]),
  ...[
    [],
    'text',
    5,
    nested(32),
    manyKeys(1_001),
    { a: nul },
    { [nul]: 1 },
    { a: ['\udfff'] },
    { a: 'x'.repeat(64_000) },
  ].map((value): [string, unknown] => ['contractMetadata', value]),
]

/** The fields named in an error, each once; one field may be wrong for two reasons. */
const faulty = ({ fields = [] }: ErrorAnswer) => [...new Set(fields.map((fault) => fault.path))]

describe('a contract with an invalid value', () => {
  test.each(wrong.map(([field, value]) => [field, JSON.stringify(value)?.slice(0, 40), value] as const))(
    'in %s (%s) is refused, naming the field',
    async (field, _, value) => {
      const creating = await owner.refused(createContract, { body: { ...contractBody(), [field]: value } })
      expect(creating).toMatchObject({ status: 400, code: 'invalid' })
      expect(faulty(creating)).toEqual([field])
      const editing = await owner.refused(updateContract, {
        params: { id: '018f0000-0000-7000-8000-000000000000' },
        body: { [field]: value },
      })
      expect(faulty(editing)).toEqual([field])
    },
  )

  test('in a number that JSON cannot represent is refused', async () => {
    for (const text of ['1e400', '-1e400', 'NaN', 'Infinity'])
      expect(
        (await owner.send('POST', '/project/api/contracts', `{"contractName":"x","paperCost":${text}}`)).status,
      ).toBe(400)
  })

  test('in metadata with ten thousand levels is refused', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const reply = await owner.send('POST', '/project/api/contracts', `{"contractName":"x","contractMetadata":${deep}}`)
    expect(reply.status).toBe(400)
  })
})

describe('a contract with a value at the limit', () => {
  const right: [string, unknown][] = [
    ...Object.entries(texts).map(([field, most]): [string, unknown] => [field, 'x'.repeat(most)]),
    ...moneyFields.flatMap((field) =>
      [0, 0.01, 9_999_999_999_999.99].map((value): [string, unknown] => [field, value]),
    ),
    ...['1900-01-01', '2199-12-31', '2024-02-29'].map((value): [string, unknown] => ['resultDate', value]),
    ['extensionCoun', 10_000],
    ['contractMetadata', nested(31)],
    ['contractMetadata', manyKeys(1_000)],
    ['contractMetadata', { a: 'x'.repeat(63_992) }],
    ['contractMetadata', {}],
  ]
  test.each(right.map(([field, value]) => [field, JSON.stringify(value).slice(0, 40), value] as const))(
    'in %s (%s) is accepted',
    async (field, _, value) => {
      const bare = { contractName: 'Edge', [field]: value }
      expect(await owner.ok(createContract, { body: bare })).toMatchObject({ [field]: value })
    },
  )
})

describe('the order of days', () => {
  const orders = [
    ['openingDate', 'closingDate'],
    ['givenStartDate', 'givenEndDate'],
    ['actualStartDate', 'actualEndDate'],
  ] as const

  test.each(orders)('does not allow %s after %s, compared with stored values too', async (first, last) => {
    const fault = {
      status: 400,
      fields: [{ path: last, ...messageOf('must not be before {field}', { field: first }) }],
    }
    const both = { [first]: '2025-03-02', [last]: '2025-03-01' }
    expect(await owner.refused(createContract, { body: { ...contractBody(), ...both } })).toMatchObject(fault)
    const { id } = await newContract(owner, { [first]: '2025-03-02', [last]: '2025-03-02' })
    const edit = (body: object) => owner.refused(updateContract, { params: { id }, body })
    expect(await edit({ [last]: '2025-03-01' })).toMatchObject(fault)
    expect(await edit({ [first]: '2025-03-03' })).toMatchObject(fault)
    const emptied = await owner.ok(updateContract, { params: { id }, body: { [first]: '2025-03-03', [last]: null } })
    expect(emptied).toMatchObject({ [first]: '2025-03-03', [last]: null })
  })
})

describe('the bid of a contract', () => {
  const bidOf = (body: object) =>
    owner
      .ok(createContract, { body: { contractName: 'Bid', ...body } })
      .then(({ tenderBidValue, tenderBidPercentage }) => [tenderBidValue, tenderBidPercentage])

  test.each([
    ['has its value computed from the percentage', { tenderActualValue: 100, tenderBidPercentage: 15 }, [115, 15]],
    ['has its percentage computed from the value', { tenderActualValue: 100, tenderBidValue: 115 }, [115, 15]],
    [
      'may be below the estimate',
      { tenderActualValue: 1_800_000, tenderBidPercentage: -12.3456 },
      [1_577_779.2, -12.3456],
    ],
    [
      'stays when value and percentage agree',
      { tenderActualValue: 100, tenderBidValue: 115, tenderBidPercentage: 15 },
      [115, 15],
    ],
    [
      'stays when both agree within rounding',
      { tenderActualValue: 3, tenderBidValue: 4, tenderBidPercentage: 33.3 },
      [4, 33.3],
    ],
    [
      'keeps the value when both disagree',
      { tenderActualValue: 100, tenderBidValue: 120, tenderBidPercentage: 15 },
      [120, 20],
    ],
    ['has no percentage for an estimate of 0', { tenderActualValue: 0, tenderBidValue: 50 }, [50, null]],
    ['is 0 for a percentage of an estimate of 0', { tenderActualValue: 0, tenderBidPercentage: 50 }, [0, 50]],
    ['has no percentage without an estimate', { tenderBidValue: 50 }, [50, null]],
    ['has no value without an estimate', { tenderBidPercentage: 50 }, [null, 50]],
    ['keeps the 0 of a form without an estimate', { tenderBidValue: 6000, tenderBidPercentage: 0 }, [6000, 0]],
    ['of 0 is 100 per cent below the estimate', { tenderActualValue: 100, tenderBidValue: 0 }, [0, -100]],
    ['is empty with only an estimate', { tenderActualValue: 100 }, [null, null]],
    ['ignores null', { tenderActualValue: 100, tenderBidValue: null, tenderBidPercentage: 15 }, [115, 15]],
  ])('%s', async (_, body, expected) => {
    expect(await bidOf(body)).toEqual(expected)
  })

  test.each([
    ['of the estimate alone keeps the value and moves the percentage', { tenderActualValue: 200 }, [200, 115, -42.5]],
    ['of the percentage alone computes the value', { tenderBidPercentage: 20 }, [100, 120, 20]],
    ['of the value alone computes the percentage', { tenderBidValue: 90 }, [100, 90, -10]],
    [
      'of estimate and percentage computes the value',
      { tenderActualValue: 200, tenderBidPercentage: 10 },
      [200, 220, 10],
    ],
    [
      'of the whole form with a new estimate keeps the value',
      { tenderActualValue: 200, tenderBidValue: 115, tenderBidPercentage: 15 },
      [200, 115, -42.5],
    ],
    ['of the estimate to 0 leaves no percentage', { tenderActualValue: 0 }, [0, 115, null]],
    ['of the estimate to none keeps the value', { tenderActualValue: null }, [null, 115, null]],
    ['of the percentage to none computes it from the value', { tenderBidPercentage: null }, [100, 115, 15]],
    ['of the value to none empties both', { tenderBidValue: null }, [100, null, null]],
    ['of something else leaves all three', { comments: 'x' }, [100, 115, 15]],
    [
      'that empties value and percentage empties both',
      { tenderBidValue: null, tenderBidPercentage: null },
      [100, null, null],
    ],
  ])('after an edit %s', async (_, body, expected) => {
    const { id } = await newContract(owner, { tenderActualValue: 100, tenderBidValue: 115, bidId: null })
    const changed = await owner.ok(updateContract, { params: { id }, body })
    expect([changed.tenderActualValue, changed.tenderBidValue, changed.tenderBidPercentage]).toEqual(expected)
  })

  test.each([
    ['a value stays, and the percentage follows', { tenderBidValue: 6000 }, [4000, 6000, 50]],
    ['a value beside the 0 of a form, too', { tenderBidValue: 6000, tenderBidPercentage: 0 }, [4000, 6000, 50]],
    ['a percentage is applied to it', { tenderBidPercentage: 5 }, [4000, 4200, 5]],
    ['a percentage beside the 0 of a form, too', { tenderBidValue: 0, tenderBidPercentage: 5 }, [4000, 4200, 5]],
    ['an empty bid stays empty', {}, [4000, null, null]],
  ])('without an estimate is completed when one is entered: %s', async (_, body, expected) => {
    const { id } = await owner.ok(createContract, { body: { contractName: 'Bid', ...body } })
    const changed = await owner.ok(updateContract, { params: { id }, body: { tenderActualValue: 4000 } })
    expect([changed.tenderActualValue, changed.tenderBidValue, changed.tenderBidPercentage]).toEqual(expected)
  })

  test('follows the percentage if that was changed last, even while there is no estimate', async () => {
    const { id } = await owner.ok(createContract, { body: { contractName: 'Bid', tenderBidValue: 6000 } })
    await owner.ok(updateContract, { params: { id }, body: { tenderBidPercentage: 5 } })
    const changed = await owner.ok(updateContract, { params: { id }, body: { tenderActualValue: 4000 } })
    expect([changed.tenderBidValue, changed.tenderBidPercentage]).toEqual([4200, 5])
  })

  test('with a percentage that no column can hold is refused with 400', async () => {
    const body = contractBody({ tenderActualValue: 0.01, tenderBidValue: 9_999_999_999_999.99 })
    expect(await owner.refused(createContract, { body })).toMatchObject({ status: 400, code: 'invalid' })
  })
})
