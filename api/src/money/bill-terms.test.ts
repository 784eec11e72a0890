import { describe, expect, test } from 'vitest'
import { computeBill } from './bill-engine/compute.ts'
import { type HeadRow, headsOn, type RuleOnDay, resolveTerms, type TermsInput } from './bill-terms.ts'
import type { RuleKind } from './rule-kinds.ts'

const rule = (kind: RuleKind, value: Record<string, number>): RuleOnDay => ({
  id: `id of ${kind}`,
  kind,
  name: kind,
  sourceTitle: `Source of ${kind}`,
  sourceReference: null,
  sourceUrl: null,
  validFrom: '2026-04-01',
  waits: kind === 'BOCW_CESS_RATE',
  value,
})

const rules = [
  rule('GST_RATE_WORKS', { percent: 18 }),
  rule('GST_TDS_CENTRAL', { percent: 1 }),
  rule('GST_TDS_STATE', { percent: 1 }),
  rule('GST_TDS_INTEGRATED', { percent: 2 }),
  rule('GST_TDS_CONTRACT', { amount: 2_50_000 }),
  rule('IT_TDS_CONTRACT_OTHER', { percent: 2 }),
  rule('IT_TDS_CONTRACT_SINGLE', { amount: 30_000 }),
  rule('IT_TDS_CONTRACT_YEAR', { amount: 1_00_000 }),
  rule('BOCW_CESS_RATE', { percent: 1 }),
]

const row = (head: HeadRow['head'], overrides: Partial<HeadRow> = {}): HeadRow => ({
  id: `row of ${head}`,
  head,
  percent: null,
  ruleKind: null,
  base: null,
  rounding: 'PAISA',
  capPercent: null,
  mode: null,
  validFrom: '2026-04-01',
  ...overrides,
})

const gst = row('GST', { ruleKind: 'GST_RATE_WORKS' })
const gstTds = row('GST_TDS', { ruleKind: 'GST_TDS', base: 'TAXABLE' })
const incomeTax = row('IT_TDS', { ruleKind: 'IT_TDS_CONTRACT_OTHER', base: 'TAXABLE', rounding: 'RUPEE' })
const retention = row('RETENTION', { percent: 2.5, capPercent: 5, mode: 'EACH_BILL' })

interface TermsOverrides {
  agreement?: Partial<TermsInput['agreement']>
  party?: Partial<TermsInput['party']>
  heads?: readonly HeadRow[]
  missingRules?: readonly RuleKind[]
  allRules?: readonly RuleOnDay[]
  bill?: Pick<TermsInput, 'isFinal' | 'taxYear'>
}

const first = { isFinal: false, taxYear: { credited: '0.00', deducted: '0.00' } }

/** Terms under an agreement of 50 lakh with a department of Karnataka for work in Karnataka, unless overridden. */
function resolveWith({
  agreement,
  party,
  heads = [],
  missingRules = [],
  allRules = rules,
  bill = first,
}: TermsOverrides) {
  return resolveTerms({
    agreement: {
      direction: 'RECEIVABLE',
      value: 50_00_000,
      tenderPercentage: null,
      siteState: '29',
      ourGstin: '29AAECD4471P1Z1',
      hasRoundOff: false,
      ...agreement,
    },
    party: { gstTreatment: 'DEDUCTOR', state: '29', gstinStates: ['29'], ...party },
    heads,
    day: '2026-11-25',
    ruleOf: (kind) => allRules.find((one) => one.kind === kind && !missingRules.includes(kind)),
    ...bill,
  })
}

const termsOf = (overrides: TermsOverrides) => {
  const { terms } = resolveWith(overrides)
  if (!terms) throw new Error('no terms')
  return terms
}

describe('the rows of a head', () => {
  const first = row('RETENTION', { id: '1', percent: 5, mode: 'EACH_BILL', validFrom: '2026-04-01' })
  const second = { ...first, id: '2', percent: 2.5, validFrom: '2026-10-01' }
  const end = { ...first, id: '3', percent: 0, validFrom: '2026-12-01' }

  test.each([
    ['2026-03-31', undefined],
    ['2026-04-01', '1'],
    ['2026-09-30', '1'],
    ['2026-10-01', '2'],
    ['2026-11-30', '2'],
    ['2026-12-01', undefined],
  ])('on %s the valid row is %s', (day, id) => {
    expect(headsOn([second, end, first], day).RETENTION?.id).toBe(id)
  })
})

describe('places of supply', () => {
  const heads = [gst, gstTds]
  const halves = { kind: 'CENTRAL_AND_STATE', percent: '1', ruleIds: expect.arrayContaining(['id of GST_TDS_STATE']) }
  const whole = { kind: 'INTEGRATED', percent: '2', ruleIds: expect.arrayContaining(['id of GST_TDS_INTEGRATED']) }
  const sez = { gstTreatment: 'SEZ' as const }
  const lut = { gstTreatment: 'SEZ_LUT' as const }

  test.each([
    ['company, site and client in 29', {}, {}, 'SAME_STATE', 'CENTRAL_AND_STATE', halves],
    ['company in 29, site in 37', { siteState: '37' }, {}, 'OTHER_STATE', 'INTEGRATED', whole],
    [
      'company in 29, site and client in 37',
      { siteState: '37' },
      { gstinStates: ['37'] },
      'OTHER_STATE',
      'INTEGRATED',
      whole,
    ],
    ['client only in 07', {}, { gstinStates: ['07'] }, 'SAME_STATE', 'CENTRAL_AND_STATE', null],
    ['client of 07 and 29', {}, { gstinStates: ['07', '29'] }, 'SAME_STATE', 'CENTRAL_AND_STATE', halves],
    ['address of the client in 07', {}, { gstinStates: [], state: '07' }, 'SAME_STATE', 'CENTRAL_AND_STATE', null],
    ['State of the client unknown', {}, { gstinStates: [], state: null }, 'SAME_STATE', 'CENTRAL_AND_STATE', halves],
    ['client is a SEZ unit', {}, sez, 'SEZ', 'INTEGRATED', whole],
  ])('%s', (_, agreement, party, place, kind, tds) => {
    const found = resolveWith({ agreement, party, heads })
    expect(found.faults).toEqual([])
    expect(found.place).toBe(place)
    expect(found.terms?.gst).toEqual({ kind, percent: '18', ruleIds: ['id of GST_RATE_WORKS'] })
    expect(found.terms?.gstTds).toEqual(tds && { base: 'TAXABLE', round: 'PAISA', ...tds })
  })

  test('a SEZ unit under LUT is taxed at 0', () => {
    expect(termsOf({ party: lut, heads }).gst).toMatchObject({ kind: 'INTEGRATED', percent: '0' })
  })

  test('a subcontractor supplies from the State of its own GSTIN', () => {
    const overrides = { agreement: { direction: 'PAYABLE' as const }, heads: [row('GST', { percent: 18 })] }
    const kindFor = (gstinStates: string[]) => termsOf({ ...overrides, party: { gstinStates } }).gst.kind
    expect([kindFor(['29']), kindFor(['37'])]).toEqual(['CENTRAL_AND_STATE', 'INTEGRATED'])
    expect(resolveWith({ ...overrides, party: sez }).place).toBe('SAME_STATE')
  })

  test('in a work order the company is the recipient, whose State counts for GST TDS', () => {
    const overrides = { agreement: { direction: 'PAYABLE' as const, siteState: '37' }, party: { gstinStates: ['37'] } }
    expect(resolveWith({ ...overrides, heads: [gstTds] }).sources[0]?.exception).toBe('CLIENT_OF_ANOTHER_STATE')
  })

  test('without a GST head there is no tax, and the place is not required', () => {
    const found = resolveWith({ agreement: { siteState: null, ourGstin: null }, heads: [incomeTax] })
    expect(found).toMatchObject({
      place: null,
      faults: [],
      terms: { gst: { kind: 'NONE', percent: '0', ruleIds: [] } },
    })
  })
})

describe('GST TDS', () => {
  test.each([
    [2_50_000, 'CONTRACT_BELOW_LIMIT'],
    [2_50_000.01, null],
    [null, null],
  ])('by the rule on an agreement of %d has the exception %s', (value, exception) => {
    const found = resolveWith({ agreement: { value }, heads: [gstTds] })
    expect(found.sources[0]?.exception).toBe(exception)
    expect(found.terms?.gstTds === null).toBe(exception !== null)
  })

  test('with a typed percentage takes it for both halves together, for any value of the agreement', () => {
    const typed = row('GST_TDS', { percent: 2, base: 'LESS_RECOVERY' })
    const agreement = { value: 1000 }
    expect(termsOf({ agreement, heads: [typed] }).gstTds).toEqual({
      kind: 'CENTRAL_AND_STATE',
      percent: '1',
      base: 'LESS_RECOVERY',
      round: 'PAISA',
      ruleIds: [],
    })
    expect(termsOf({ agreement: { ...agreement, siteState: '37' }, heads: [typed] }).gstTds?.percent).toBe('2')
  })
})

describe('income-tax TDS', () => {
  test('of an agreement with a client has no tax year', () => {
    const { incomeTaxTds } = termsOf({ heads: [incomeTax] })
    const ruleIds = ['id of IT_TDS_CONTRACT_OTHER']
    expect(incomeTaxTds).toEqual({ percent: '2', round: 'RUPEE', base: 'TAXABLE', year: null, ruleIds })
  })

  test("of a work order has the limits of the rules and the payee's sums in the year", () => {
    const { incomeTaxTds } = termsOf({ agreement: { direction: 'PAYABLE' }, heads: [incomeTax] })
    expect(incomeTaxTds?.year).toEqual({
      singleLimit: '30000.00',
      yearLimit: '100000.00',
      credited: '0.00',
      deducted: '0.00',
    })
    expect(incomeTaxTds?.ruleIds).toHaveLength(3)
  })
})

describe('a missing input', () => {
  const payable = { direction: 'PAYABLE' as const }
  const cess = row('CESS', { ruleKind: 'BOCW_CESS_RATE' })
  test.each<[string, TermsOverrides, [string, string]]>([
    ["the company's GSTIN, for GST", { agreement: { ourGstin: null }, heads: [gst] }, ['GST', 'ourGstin']],
    ["the company's GSTIN, for GST TDS", { agreement: { ourGstin: null }, heads: [gstTds] }, ['GST_TDS', 'ourGstin']],
    ['State of the site', { agreement: { siteState: null }, heads: [gst, gstTds] }, ['GST', 'siteState']],
    ['GSTIN of a subcontractor', { agreement: payable, party: { gstinStates: [] }, heads: [gst] }, ['GST', 'partyId']],
    ['agreed value under a cap', { agreement: { value: null }, heads: [retention] }, ['RETENTION', 'value']],
    ['rule in force', { heads: [cess], missingRules: ['BOCW_CESS_RATE'] }, ['CESS', 'ruleKind']],
    ['half of GST TDS', { heads: [gstTds], missingRules: ['GST_TDS_STATE'] }, ['GST_TDS', 'ruleKind']],
    [
      'limit of a tax year',
      { agreement: payable, heads: [incomeTax], missingRules: ['IT_TDS_CONTRACT_YEAR'] },
      ['IT_TDS', 'ruleKind'],
    ],
    [
      'one percentage for both halves',
      {
        heads: [gstTds],
        allRules: rules.map((one) => (one.kind === 'GST_TDS_STATE' ? rule(one.kind, { percent: 2 }) : one)),
      },
      ['GST_TDS', 'ruleKind'],
    ],
  ])('%s: is a fault with head and field, and there are no terms', (_, overrides, [head, path]) => {
    const { terms, faults } = resolveWith(overrides)
    expect(faults).toEqual([expect.objectContaining({ head, path })])
    expect(terms).toBeNull()
  })
})

test('the terms contain the fields of the agreement and the bill', () => {
  const taxed = row('IT_TDS', { percent: 1.5, base: 'INVOICE_NET' })
  const bill = { isFinal: true, taxYear: { credited: '90000.00', deducted: '1800.00' } }
  const agreement = { direction: 'PAYABLE' as const }
  expect(termsOf({ agreement, bill, heads: [taxed, { ...retention, mode: 'FINAL_ONLY' }] })).toMatchObject({
    isFinal: true,
    incomeTaxTds: { percent: '1.5', base: 'INVOICE_NET', year: bill.taxYear },
    retention: { percent: '2.5', capPercent: '5', mode: 'FINAL_ONLY' },
  })
})

test('each source has the row, its day, its rules and whether they wait for confirmation', () => {
  const heads = [row('CESS', { ruleKind: 'BOCW_CESS_RATE', rounding: 'RUPEE' }), retention]
  const { sources } = resolveWith({ heads })
  const { value: _, ...cess } = rule('BOCW_CESS_RATE', { percent: 1 })
  expect(sources).toEqual([
    { head: 'RETENTION', headId: 'row of RETENTION', validFrom: '2026-04-01', rules: [], exception: null },
    {
      head: 'CESS',
      headId: 'row of CESS',
      validFrom: '2026-04-01',
      rules: [{ ...cess, waits: true }],
      exception: null,
    },
  ])
})

test('resolved terms compute a bill of one lakh to the figures worked by hand', () => {
  const heads = [
    gst,
    retention,
    row('WITHHELD', { percent: 1 }),
    row('ADVANCE_TAX', { percent: 18 }),
    incomeTax,
    gstTds,
    row('CESS', { ruleKind: 'BOCW_CESS_RATE', rounding: 'RUPEE' }),
  ]
  const terms = termsOf({ agreement: { tenderPercentage: -3.5, hasRoundOff: true }, heads })
  expect(terms).toMatchObject({ tenderPercentage: '-3.5', value: '5000000.00', hasRoundOff: true, isFinal: false })
  const { lines, net } = computeBill({
    terms,
    work: { source: 'TYPED', upto: '100000.00' },
    variationUpto: '0.00',
    typed: [],
    previous: null,
  })
  expect(Object.fromEntries(lines.map(({ head, since }) => [head, since]))).toEqual({
    GROSS: '100000.00',
    CGST: '9000.00',
    SGST: '9000.00',
    ROUND_OFF: '0.00',
    WITHHELD: '1000.00',
    RETENTION: '2500.00',
    ADVANCE_TAX: '0.00',
    IT_TDS: '2000.00',
    GST_TDS_CENTRAL: '1000.00',
    GST_TDS_STATE: '1000.00',
    CESS: '1000.00',
  })
  // 1,18,000 less 1,000, 2,500, 2,000, 2 x 1,000 and 1,000.
  expect(net.since).toBe('109500.00')
})
