import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./ContractDepositList.tsx'), 'ContractDepositList'), '/contracts/contract-deposit'],
    [
      lazyScreen(() => import('./ContractDepositView.tsx'), 'ContractDepositView'),
      '/contracts/contract-deposit/$contractId',
    ],
    [lazyScreen(() => import('./DepositRegister.tsx'), 'DepositRegister'), '/contracts/deposit-register'],
    [lazyScreen(() => import('./DepositList.tsx'), 'DepositList'), '/contracts/$contractId/security-deposit'],
    [
      lazyScreen(() => import('./DepositForm.tsx'), 'DepositForm'),
      '/contracts/$contractId/security-deposit/new',
      '/contracts/$contractId/security-deposit/create',
      '/contracts/$contractId/security-deposit/$depositId',
      '/contracts/$contractId/security-deposit/$depositId/view',
      '/contracts/$contractId/security-deposit/$depositId/edit',
      '/contracts/$contractId/security-deposit/$depositId/create',
    ],
  ],
}
