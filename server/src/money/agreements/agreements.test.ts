import {
  type AgreementStatus,
  agreementMoves,
  agreementStatuses,
  countAgreements,
  createAgreement,
  deleteAgreement,
  filterAgreements,
  getAgreement,
  getAgreementDraft,
  listAgreementStatusHistory,
  updateAgreement,
} from '@plinth/api/money/agreements'
import { deleteParty, updateParty } from '@plinth/api/money/parties'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { deleteContract } from '@plinth/api/tenders/contracts'
import { deleteProject } from '@plinth/api/works/projects'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newParty } from '../parties/parties.factory.ts'
import { agreementTerms, newClientAgreement, newWorkOrder } from './agreements.factory.ts'

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const signed = { status: 'ACTIVE', agreedOn: '2026-04-01', value: 2_50_00_000 } as const
const fault = (status: number, path: string, message: string) => ({ status, fields: [{ path, message }] })
const change = (id: string, body: object) => owner.ok(updateAgreement, { params: { id }, body })
const refusedChange = (id: string, body: object) => owner.refused(updateAgreement, { params: { id }, body })

describe('an agreement', () => {
  test('is read as it was entered', async () => {
    const party = await newParty(owner, { kinds: ['SUBCONTRACTOR'], legalName: 'Nagaraja B.' })
    const project = await newProject(owner, { projectName: 'Highway' })
    const body = {
      direction: 'PAYABLE' as const,
      number: 'WO/26/014',
      name: 'Earthwork of both reaches',
      partyId: party.id,
      projectId: project.id,
      ...signed,
      pricing: 'PERCENTAGE_RATE' as const,
      tenderPercentage: -3.7525,
      siteState: '29',
      siteAddress: 'Ch. 12+400',
      sac: '995421',
      startsOn: '2026-04-06',
      endsOn: '2027-03-31',
      dlpMonths: 12,
      rounding: 'HALF_EVEN' as const,
      paymentDays: 15,
      comment: 'Fifteen days after each bill',
    }
    const created = await owner.ok(createAgreement, { body })
    expect(await owner.ok(getAgreement, { params: { id: created.id } })).toEqual(created)
    expect(created).toMatchObject({
      ...body,
      completedOn: null,
      contractId: null,
      contractName: null,
      partyName: 'Nagaraja B.',
      projectName: 'Highway',
    })
  })

  test('with a client needs a contract and a party that is a client; a party that is only a client cannot be paid', async () => {
    const client = await newParty(owner, { kinds: ['CLIENT'] })
    const vendor = await newParty(owner, { kinds: ['VENDOR'] })
    const { id: contractId } = await newContract(owner)
    const refusedCreate = (overrides: object) =>
      owner.refused(createAgreement, { body: { ...agreementTerms(), ...overrides } as never })
    expect(await refusedCreate({ direction: 'RECEIVABLE', partyId: client.id })).toMatchObject(
      fault(400, 'contractId', 'is required: the client pays under a contract'),
    )
    expect(await refusedCreate({ direction: 'RECEIVABLE', partyId: vendor.id, contractId })).toMatchObject(
      fault(400, 'partyId', 'must be a client: the company is paid by it'),
    )
    expect(await refusedCreate({ partyId: client.id })).toMatchObject(
      fault(400, 'partyId', 'must be somebody the company pays for work'),
    )
    expect(await refusedCreate({ partyId: newId() })).toMatchObject(
      fault(400, 'partyId', 'must be a party of your company'),
    )
    const theirs = await newParty(stranger, { kinds: ['VENDOR'] })
    expect(await refusedCreate({ partyId: theirs.id })).toMatchObject(
      fault(400, 'partyId', 'must be a party of your company'),
    )
    await newClientAgreement(owner, { partyId: client.id, contractId })
  })

  test('with a client exists once per contract, even for concurrent requests; work orders may be many', async () => {
    const { id: contractId } = await newContract(owner)
    const clients = await Promise.all([1, 2, 3, 4].map(() => newParty(owner, { kinds: ['CLIENT'] })))
    const answers = await Promise.all(
      clients.map(({ id: partyId }) =>
        owner.sendCall(createAgreement, {
          body: { ...agreementTerms({ direction: 'RECEIVABLE', contractId }), partyId },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.text).toContain(
      'This contract has an agreement with its client',
    )
    await newWorkOrder(owner, { contractId })
    await newWorkOrder(owner, { contractId })
  })

  test('has a number that is unique per party, ignoring case', async () => {
    const { id: partyId } = await newParty(owner, { kinds: ['SUBCONTRACTOR'] })
    await newWorkOrder(owner, { partyId, number: 'wo/9' })
    const again = { ...agreementTerms({ number: 'WO/9' }), partyId }
    expect(await owner.refused(createAgreement, { body: again })).toMatchObject(
      fault(409, 'number', 'is already used by another agreement with this party'),
    )
    await newWorkOrder(owner, { number: 'WO/9' })
  })

  test('of a contract may name only the project of that contract', async () => {
    const [contract, project] = [await newContract(owner, { status: 'AWARDED' }), await newProject(owner)]
    const { id: partyId } = await newParty(owner, { kinds: ['SUBCONTRACTOR'] })
    const body = { ...agreementTerms(), partyId, contractId: contract.id }
    expect(await owner.refused(createAgreement, { body: { ...body, projectId: project.id } })).toMatchObject(
      fault(400, 'projectId', 'must be the project of this contract'),
    )
    const projectOfContract = await newProject(owner, { contractId: contract.id })
    expect(await owner.ok(createAgreement, { body: { ...body, projectId: projectOfContract.id } })).toMatchObject({
      projectId: projectOfContract.id,
    })
  })

  test.each([
    [{ siteState: '28' }, 'siteState', 'must be the code of a State'],
    [{ sac: '1234' }, 'sac', 'must be 4 to 6 digits, the first two 99'],
    [{ startsOn: '2026-04-02', endsOn: '2026-04-01' }, 'endsOn', 'must not be before startsOn'],
    [{ startsOn: '2026-04-02', completedOn: '2026-04-01' }, 'completedOn', 'must not be before startsOn'],
    [{ pricing: 'PERCENTAGE_RATE' }, 'tenderPercentage', 'is required of a percentage rate'],
    [{ tenderPercentage: 4 }, 'tenderPercentage', 'belongs to a percentage rate alone'],
    [{ value: -1 }, 'value', 'must not be negative'],
    [{ value: 1.005 }, 'value', 'must have at most 13 digits and 2 decimals'],
    [{ number: ' ' }, 'number', 'is required'],
  ])('with an invalid field is rejected with that field: %j', async (overrides, path, message) => {
    const { id: partyId } = await newParty(owner, { kinds: ['SUBCONTRACTOR'] })
    const answer = await owner.refused(createAgreement, { body: { ...agreementTerms(), partyId, ...overrides } })
    expect(answer).toMatchObject(fault(400, path, message))
  })

  test('is rejected if a change of pricing or percentage makes them contradict each other', async () => {
    const { id } = await newWorkOrder(owner)
    expect(await refusedChange(id, { pricing: 'PERCENTAGE_RATE' })).toMatchObject(
      fault(400, 'tenderPercentage', 'is required of a percentage rate'),
    )
    expect(await refusedChange(id, { tenderPercentage: 3 })).toMatchObject(
      fault(400, 'tenderPercentage', 'belongs to a percentage rate alone'),
    )
    await change(id, { pricing: 'PERCENTAGE_RATE', tenderPercentage: 3 })
  })

  test('never changes its direction', async () => {
    const { id } = await newWorkOrder(owner)
    const { direction } = await owner.ok(updateAgreement, {
      params: { id },
      body: { direction: 'RECEIVABLE' },
    })
    expect(direction).toBe('PAYABLE')
  })
})

const refusedMove = (from: AgreementStatus, to: AgreementStatus) => ({
  status: 409,
  fields: [{ path: 'status', message: `cannot go from ${from} to ${to}` }],
})

describe('the status of an agreement', () => {
  test('becomes active only with a day of signing and a value, and completed only with a day of completion', async () => {
    const { id } = await newWorkOrder(owner)
    expect(await refusedChange(id, { status: 'ACTIVE' })).toMatchObject(
      fault(400, 'agreedOn', 'is required unless it is a draft'),
    )
    expect(await refusedChange(id, { status: 'ACTIVE', agreedOn: '2026-04-01', value: 0 })).toMatchObject(
      fault(400, 'value', 'is required unless it is a draft'),
    )
    await change(id, signed)
    expect(await refusedChange(id, { status: 'COMPLETED' })).toMatchObject(
      fault(400, 'completedOn', 'is required once it is completed'),
    )
  })

  /** Creates an agreement and moves it to this status. */
  async function agreementIn(status: AgreementStatus) {
    const { id } = await newWorkOrder(owner, { agreedOn: '2026-04-01', value: 100, completedOn: '2027-01-01' })
    const path: Record<AgreementStatus, AgreementStatus[]> = {
      DRAFT: [],
      ACTIVE: ['ACTIVE'],
      SUSPENDED: ['ACTIVE', 'SUSPENDED'],
      COMPLETED: ['ACTIVE', 'COMPLETED'],
      CLOSED: ['ACTIVE', 'COMPLETED', 'CLOSED'],
    }
    for (const next of path[status]) await owner.ok(updateAgreement, { params: { id }, body: { status: next } })
    return id
  }

  test.each(agreementStatuses)('%s changes to the statuses of `agreementMoves` and to no other', async (from) => {
    for (const to of agreementStatuses.filter((status) => status !== from)) {
      const id = await agreementIn(from)
      const move = { params: { id }, body: { status: to } }
      if (agreementMoves[from].includes(to)) expect((await owner.ok(updateAgreement, move)).status).toBe(to)
      else expect(await owner.refused(updateAgreement, move)).toMatchObject(refusedMove(from, to))
    }
  })

  test('has a history, which other companies cannot read', async () => {
    const id = await agreementIn('COMPLETED')
    const history = await owner.ok(listAgreementStatusHistory, { params: { id } })
    expect(history.map(({ toStatus }) => toStatus)).toEqual(['COMPLETED', 'ACTIVE', 'DRAFT'])
    expect(await stranger.refused(listAgreementStatusHistory, { params: { id } })).toMatchObject({ status: 404 })
  })

  test('CLOSED is final: a closed agreement cannot be changed', async () => {
    const id = await agreementIn('CLOSED')
    expect(await refusedChange(id, { comment: 'Late word' })).toMatchObject({
      status: 409,
      message: 'This agreement is closed and cannot be changed any more',
    })
  })

  test('must be draft or active in a new agreement', async () => {
    const { id: partyId } = await newParty(owner, { kinds: ['SUBCONTRACTOR'] })
    const body = { ...agreementTerms({ ...signed, status: 'SUSPENDED' }), partyId }
    expect(await owner.refused(createAgreement, { body })).toMatchObject(
      fault(400, 'status', 'must be draft or active of a new agreement'),
    )
  })
})

describe('records that an agreement names', () => {
  test('cannot be deleted: its party, its contract and its project', async () => {
    const contract = await newContract(owner, { status: 'AWARDED' })
    const { id: projectId } = await newProject(owner)
    const client = await newClientAgreement(owner, { contractId: contract.id })
    const order = await newWorkOrder(owner, { projectId })
    for (const agreement of [client, order])
      expect((await owner.refused(deleteParty, { params: { id: agreement.partyId } })).status).toBe(409)
    expect((await owner.refused(deleteContract, { params: { id: contract.id } })).status).toBe(409)
    expect((await owner.refused(deleteProject, { params: { id: projectId } })).status).toBe(409)
  })

  test('keep the kind of party that the agreement needs', async () => {
    const { partyId } = await newClientAgreement(owner, { number: 'KPWD/77' })
    const answer = await owner.refused(updateParty, { params: { id: partyId }, body: { kinds: ['VENDOR'] } })
    expect(answer).toMatchObject(fault(409, 'kinds', 'must keep what the agreement KPWD/77 takes'))
    await owner.ok(updateParty, { params: { id: partyId }, body: { kinds: ['CLIENT', 'VENDOR'] } })
  })

  test('can be deleted once a draft agreement is deleted; a signed agreement cannot be deleted', async () => {
    const draft = await newWorkOrder(owner)
    await owner.ok(deleteAgreement, { params: { id: draft.id } })
    expect(await owner.refused(getAgreement, { params: { id: draft.id } })).toMatchObject({ status: 404 })
    await owner.ok(deleteParty, { params: { id: draft.partyId } })
    const { id } = await newWorkOrder(owner, signed)
    expect(await owner.refused(deleteAgreement, { params: { id } })).toMatchObject({
      status: 409,
      message: 'Only a draft can be deleted: this agreement was signed',
    })
  })
})

describe('the proposal for an agreement with the client of a contract', () => {
  test('contains the known fields of the contract, its office, project and terms', async () => {
    const client = await newParty(owner, { kinds: ['CLIENT'], legalName: 'Minor Irrigation Department' })
    const office = await newOffice(owner, { department: 'Minor Irrigation Department' })
    const contract = await newContract(owner, {
      contractName: 'Lining of the distributary',
      bidId: 'MI/44',
      referenceNo: 'MI/HSN/EE/9',
      officeId: office.id,
      status: 'AWARDED',
      tenderActualValue: 1_00_00_000,
      tenderBidValue: null,
      tenderBidPercentage: -4.5,
      aggreementDate: '2026-05-01',
      givenStartDate: '2026-05-10',
      givenEndDate: '2027-05-09',
    })
    const { id: projectId } = await newProject(owner, { contractId: contract.id })
    await owner.ok(updateContractTerms, { params: { id: contract.id }, body: { dlpMonths: 24, updatedAt: null } })
    expect(await owner.ok(getAgreementDraft, { query: { contractId: contract.id } })).toEqual({
      contractId: contract.id,
      contractName: 'Lining of the distributary',
      name: 'Lining of the distributary',
      partyId: client.id,
      projectId,
      agreedOn: '2026-05-01',
      value: 95_50_000,
      pricing: 'PERCENTAGE_RATE',
      tenderPercentage: -4.5,
      startsOn: '2026-05-10',
      endsOn: '2027-05-09',
      completedOn: null,
      dlpMonths: 24,
    })
  })

  test.each([
    ['ITEM RATE', 'ITEM_RATE', null],
    ['Item-rate (open tender)', 'ITEM_RATE', null],
    ['Lump sum', 'LUMP_SUM', null],
    ['EPC', 'LUMP_SUM', null],
    ['Percentage rate', 'PERCENTAGE_RATE', 14.5],
    ['Open tender', 'PERCENTAGE_RATE', 14.5],
  ])('reads the contract type %j as the pricing %s', async (contractType, pricing, tenderPercentage) => {
    const bid = { tenderActualValue: 10_00_000, tenderBidValue: 11_45_000, tenderBidPercentage: null }
    const { id: contractId } = await newContract(owner, { contractType, ...bid })
    const proposal = await owner.ok(getAgreementDraft, { query: { contractId } })
    expect(proposal).toMatchObject({ pricing, tenderPercentage })
  })

  test('has null for unknown fields, and answers 404 for a contract of another company', async () => {
    const { id: contractId } = await newContract(owner, {
      contractName: 'Bare',
      bidId: null,
      referenceNo: null,
      tenderBidValue: null,
      tenderBidPercentage: null,
    })
    const proposal = await owner.ok(getAgreementDraft, { query: { contractId } })
    expect(proposal).toMatchObject({ partyId: null, projectId: null, pricing: 'ITEM_RATE', dlpMonths: null })
    expect(await stranger.refused(getAgreementDraft, { query: { contractId } })).toMatchObject({ status: 404 })
  })
})

test('quick filters find agreements by side, drafts, and late ones', async () => {
  const by = await (await newCompany(server)).as()
  await newClientAgreement(by, { name: 'Bridge' })
  await newWorkOrder(by, { ...signed, name: 'Formwork', startsOn: '2020-01-01', endsOn: '2020-12-31' })
  await newWorkOrder(by, { ...signed, name: 'Piling', startsOn: '2020-01-01', endsOn: '2199-12-31' })
  const found = async (...quickFilters: string[]) =>
    (await by.ok(filterAgreements, { body: { quickFilters } as never })).content.map(({ name }) => name).toSorted()
  expect(await found('RECEIVABLE')).toEqual(['Bridge'])
  expect(await found('PAYABLE')).toEqual(['Formwork', 'Piling'])
  expect(await found('DRAFTS')).toEqual(['Bridge'])
  expect(await found('LATE')).toEqual(['Formwork'])
  expect(await found('PAYABLE', 'DRAFTS')).toEqual([])
  const counts = await by.ok(countAgreements, { body: {} })
  expect(counts.map(({ count }) => count)).toEqual([1, 2, 1, 1])
})
