import { endpoints } from '@plinth/api'
import { filterTenants } from '@plinth/api/access/tenants'
import { filterUsers } from '@plinth/api/access/users'
import { filterDepositExemptions } from '@plinth/api/deposits/deposit-exemptions'
import { filterRefundRequests } from '@plinth/api/deposits/refund-requests'
import { filterBgPlans } from '@plinth/api/guarantees/bg-plans'
import { filterInstruments } from '@plinth/api/guarantees/instruments'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { filterAgreements } from '@plinth/api/money/agreements'
import { filterBills } from '@plinth/api/money/bills'
import { filterParties } from '@plinth/api/money/parties'
import { filterContactMessages, sendEmail } from '@plinth/api/platform/contact'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import { filterOffices } from '@plinth/api/tenders/offices'
import { filterGeneralTasks } from '@plinth/api/works/general-tasks'
import { createMeasurementSheet, filterMeasurementSheets } from '@plinth/api/works/measurement-sheets'
import { expect, test } from 'vitest'
import { newTenant } from '../access/tenants/tenants.factory.ts'
import { newUser } from '../access/users/users.factory.ts'
import { newExemption } from '../deposits/deposit-exemptions/deposit-exemptions.factory.ts'
import { newRequest } from '../deposits/refund-requests/refund-requests.factory.ts'
import { newFacility } from '../guarantees/bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../guarantees/bg-plans/bg-plans.factory.ts'
import { newGuarantee } from '../guarantees/instruments/instruments.factory.ts'
import { newId } from '../kernel/testing/databases.ts'
import { newWorkOrder } from '../money/agreements/agreements.factory.ts'
import { newBill, newBillable } from '../money/bills/bills.factory.ts'
import { newParty } from '../money/parties/parties.factory.ts'
import { newContract } from '../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../tenders/offices/offices.factory.ts'
import { type Client, client, operatorCompany, startSuite } from '../testing/test-server.ts'
import { newGeneralTask } from '../works/general-tasks/general-tasks.factory.ts'
import { newMeasurable, sheetBody } from '../works/measurement-sheets/measurement-sheets.factory.ts'

/** One search line finds records by words in any order, each in any of the searched fields. */

const { server, owner } = await startSuite()
const operator = await (await operatorCompany(server)).as()

const key = newId().slice(0, 8)

/** Creates a record that two words find, in two of its fields, with the search to use. */
const lists: Record<string, { make: () => Promise<{ id: string }>; words: string; find: Endpoint; by: () => Client }> =
  {
    offices: {
      make: () =>
        newOffice(owner, { department: `Railways ${key}`, name: `Yard ${key}`, designation: 'Section engineer' }),
      words: `SECTION ${key}`,
      find: filterOffices,
      by: () => owner,
    },
    'requests for refunds': {
      make: async () => {
        const { id: officeId } = await newOffice(owner, { department: `Harbours ${key}`, name: `Wharf ${key}` })
        return newRequest(owner, { officeId, subject: `Dredging ${key}` })
      },
      words: `harbours dredging ${key}`,
      find: filterRefundRequests,
      by: () => owner,
    },
    people: {
      make: () =>
        newUser(owner, { username: `Latha ${key}`, email: `${key}@office.example`, designation: 'Draughtsman' }),
      words: `draught latha ${key}@`,
      find: filterUsers,
      by: () => owner,
    },
    companies: {
      make: () => newTenant(operator, { name: `Basalt ${key}`, contactEmail: `${key}@basalt.example` }),
      words: `@basalt ${key}`,
      find: filterTenants,
      by: () => operator,
    },
    'contracts and their deposits': {
      make: () => newContract(owner, { contractName: `Culvert ${key}`, licenseHolderName: 'Asha Rao' }),
      words: `rao ${key} culvert`,
      find: searchContractDeposits,
      by: () => owner,
    },
    instruments: {
      make: () => newGuarantee(owner, { number: `BG ${key}`, branch: `Sandur ${key}` }),
      words: `SANDUR bg ${key}`,
      find: filterInstruments,
      by: () => owner,
    },
    exemptions: {
      make: async () => {
        const { id } = await newContract(owner, { contractName: `Canal ${key}`, bidId: `CNNL/${key}` })
        return newExemption(owner, id, { certificateNo: `NSIC 41 ${key}` })
      },
      words: `canal ${key} nsic cnnl`,
      find: filterDepositExemptions,
      by: () => owner,
    },
    'planned guarantees': {
      make: async () => {
        const contract = await newContract(owner, { contractName: `Weir ${key}` })
        const facility = await newFacility(owner, { bank: `Bank of ${key}` })
        return newPlan(owner, { contractId: contract.id, facilityId: facility.id })
      },
      words: `weir ${key} BANK`,
      find: filterBgPlans,
      by: () => owner,
    },
    'general tasks': {
      make: () => newGeneralTask(owner, { title: `Road tax ${key}`, note: 'Tipper of the quarry' }),
      words: `QUARRY tax ${key}`,
      find: filterGeneralTasks,
      by: () => owner,
    },
    agreements: {
      make: async () => {
        const { id: partyId } = await newParty(owner, { kinds: ['SUBCONTRACTOR'], legalName: 'Hosur Earthmovers' })
        return newWorkOrder(owner, { partyId, number: `WO/${key}`, name: 'Embankment of the bypass' })
      },
      words: `hosur BYPASS ${key}`,
      find: filterAgreements,
      by: () => owner,
    },
    bills: {
      make: async () => newBill(owner, (await newBillable(owner, { number: `KPWD/${key}`, name: 'Side drains' })).id),
      words: `ra-1 kpwd/${key} DRAINS`,
      find: filterBills,
      by: () => owner,
    },
    'sheets of the measurement book': {
      make: async () => {
        const { id } = await newMeasurable(owner, { number: `WO/${key}`, name: 'Pile caps' })
        return owner.ok(createMeasurementSheet, { body: sheetBody(id, { location: `Pier ${key}`, page: '47' }) })
      },
      words: `pile pier wo/${key}`,
      find: filterMeasurementSheets,
      by: () => owner,
    },
    parties: {
      make: () => newParty(owner, { legalName: `Quarries ${key}`, tradeName: 'Malnad Metal', pan: 'AAQCQ4171K' }),
      words: `METAL aaqcq ${key}`,
      find: filterParties,
      by: () => owner,
    },
    messages: {
      make: async () => {
        const body = {
          name: 'Visitor',
          email: `${key}@far.example`,
          mobile: '+919812345678',
          message: 'A word about drains',
        }
        return client(server.url).ok(sendEmail, { body })
      },
      words: `drains ${key}`,
      find: filterContactMessages,
      by: () => operator,
    },
  }

test.each(Object.keys(lists))('%s are found by words of several fields', async (name) => {
  const { make, words, find, by } = lists[name] ?? expect.fail()
  const { id } = await make()
  const found = async (search: string) => {
    const { text } = await by().sendCall(find, { body: { search } })
    return JSON.parse(text).content.map((row: { id: string }) => row.id)
  }
  expect(await found(words)).toEqual([id])
  expect(await found(`${words} nowhere`)).toEqual([])
})

test('every list with a search line is tested here or beside its quick filters', () => {
  const besideQuick = ['filterContracts', 'filterDeposits', 'filterProjects', 'filterTasks']
  const withLine = Object.entries(endpoints)
    .filter(([, { body, path }]) => 'search' in shapeOf(body) && /(?:filter|search)$/.test(path))
    .map(([name]) => name)
  const tried = Object.entries(endpoints).filter(([, call]) => Object.values(lists).some(({ find }) => find === call))
  expect(withLine.toSorted()).toEqual([...besideQuick, ...tried.map(([name]) => name)].toSorted())
})
