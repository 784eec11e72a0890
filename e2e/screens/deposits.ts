import { createDeposit, filterDeposits, listDeposits } from '@plinth/api/deposits/deposits'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/contracts/contract-deposit',
    '/contracts/contract-deposit/:withDeposit',
    '/contracts/deposit-register',
    '/contracts/deposit-register?figure=deposit_by_type&figureKey=EMD',
    '/contracts/deposit-register?instrumentNo=no+such',
    '/contracts/:withDeposit/security-deposit',
    '/contracts/:withDeposit/security-deposit?open=:deposit',
    '/contracts/:withDeposit/security-deposit/new',
    '/contracts/:withDeposit/security-deposit/:deposit',
    '/contracts/:withDeposit/security-deposit/:deposit/edit',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(searchContractDeposits, {
      body: { referenceNo: 'NIT-', depositStatuses: ['SUBMITTED'] },
    })
    const withDeposit = content[0]?.id ?? ''
    const [deposit] = await owner.ok(listDeposits, { params: { contractId: withDeposit } })
    return { withDeposit, deposit: deposit?.id }
  },
  lists: [
    { path: '/contracts/contract-deposit', call: searchContractDeposits },
    { path: '/contracts/deposit-register', call: filterDeposits },
    { path: '/contracts/:contract/security-deposit', call: listDeposits },
    { path: '/contracts/contract-deposit/:contract', call: listDeposits },
  ],
  patterned: [
    { path: '/contracts/contract-deposit', name: 'contractName', filter: 'Contract name', column: 'Contract name' },
    {
      path: '/contracts/:contract/security-deposit',
      name: 'instrumentNo',
      filter: 'Instrument no.',
      column: 'Instrument no.',
    },
    { path: '/contracts/deposit-register', name: 'instrumentNo', filter: 'Instrument no.', column: 'Instrument no.' },
  ],
  async make({ owner }, instrumentNo, { contract: contractId = '' }) {
    const body = { depositType: 'EMD', instrumentNo, amount: 5000 }
    return { deposit: (await owner.ok(createDeposit, { params: { contractId }, body })).id }
  },
  shown: [
    '/contracts/contract-deposit',
    '/contracts/contract-deposit/:contract',
    '/contracts/deposit-register',
    '/contracts/:contract/security-deposit',
    '/contracts/:contract/security-deposit/:deposit',
  ],
  entered: ['/contracts/:contract/security-deposit/new', '/contracts/:contract/security-deposit/:deposit/edit'],
}
