import type { Deposit } from '@plinth/api/deposits/deposits'
import type { Contract } from '@plinth/api/tenders/contracts'
import { expect, test } from 'vitest'
import { aDeposit } from '../../deposits/deposits/test-deposit.ts'
import { storyOfContract } from './contract-story.ts'

const days = { closingDate: null, resultDate: null, awardedDate: null, aggreementDate: null }
const storyTexts = (
  contract: Partial<Pick<Contract, 'status' | keyof typeof days>>,
  deposits: Deposit[] = [],
  more: Omit<Parameters<typeof storyOfContract>[1], 'deposits' | 'emdExemption'> & {
    emdExemption?: 'CLAIMED' | 'ACCEPTED'
  } = { isProjectCreated: false, project: null },
) =>
  storyOfContract({ id: 'c1', status: 'DRAFT', ...days, ...contract }, { deposits, emdExemption: null, ...more }).map(
    ({ label, state, detail }) => `${label} ${state}${detail && `: ${detail}`}`,
  )

const emd = aDeposit({ depositType: 'EMD', amount: 50_000 })

test('all later steps of a draft are ahead', () => {
  expect(storyTexts({ closingDate: '2026-12-05' })).toEqual([
    'Tender now: closes 05 Dec 2026',
    'EMD ahead: not recorded',
    'Result ahead',
    'Award ahead',
    'Security ahead',
    'Agreement ahead',
    'Project ahead',
    'Refund ahead',
  ])
})

test('an exempted EMD is not missing, and a recorded EMD is shown instead of its exemption', () => {
  const exempt = { isProjectCreated: false, project: null } as const
  const emdOf = (...args: Parameters<typeof storyTexts>) => storyTexts(...args)[1]
  const bid = { status: 'SUBMITTED' } as const
  expect(emdOf(bid, [], { ...exempt, emdExemption: 'CLAIMED' })).toBe('EMD done: exemption claimed')
  expect(emdOf(bid, [], { ...exempt, emdExemption: 'ACCEPTED' })).toBe('EMD done: exempt')
  expect(emdOf(bid, [emd], { ...exempt, emdExemption: 'ACCEPTED' })).toBe('EMD done: ₹50,000.00')
})

test('skipped steps are missing even when later ones are done', () => {
  const [tender, ...steps] = storyTexts({ status: 'AWARDED' })
  expect(tender).toBe('Tender done: No closing date')
  expect(steps).toEqual([
    'EMD missing: not recorded',
    'Result missing: No result date',
    'Award missing: No award date',
    'Security missing: not recorded',
    'Agreement missing: No agreement date',
    'Project now: not created',
    'Refund ahead',
  ])
})

test('a tender that was not won ends with its refund', () => {
  const lost = { status: 'REJECTED', resultDate: '2026-10-02' } as const
  expect(storyTexts(lost, [emd])).toEqual([
    'Tender done: No closing date',
    'EMD done: ₹50,000.00',
    'Result done: Rejected, 02 Oct 2026',
    'Refund missing: ₹50,000.00 due back',
  ])
  expect(storyTexts(lost, [{ ...emd, status: 'PENDING_REFUND' }]).at(-1)).toBe('Refund now: ₹50,000.00 asked for')
  const inPart = aDeposit({ amount: 50_000, receivedAmount: 30_000, openAmount: 20_000 })
  expect(storyTexts(lost, [inPart]).at(-1)).toBe('Refund missing: ₹20,000.00 due back')
  expect(storyTexts(lost, [aDeposit({ amount: 50_000, status: 'REFUNDED' })]).at(-1)).toBe(
    'Refund done: ₹50,000.00 back',
  )
})

test('a project is shown by its name to people who may see it, and to others only that it exists', () => {
  const project = { id: 'p1', projectName: 'Hoskote tank' }
  const ofProject = (contract: object) =>
    storyTexts({ status: 'AWARDED', ...contract }, [], { isProjectCreated: true, project })
  expect(ofProject({}).at(-2)).toBe('Project done: Hoskote tank')
  expect(storyTexts({ status: 'AWARDED' }, [], { isProjectCreated: true, project: null }).at(-2)).toBe(
    'Project done: created',
  )
})
