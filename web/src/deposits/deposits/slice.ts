import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./ContractDepositList.tsx'), 'ContractDepositList'), '/contracts/contract-deposit'],
    [
      screenPart(() => import('./ContractDepositView.tsx'), 'ContractDepositView'),
      '/contracts/contract-deposit/$contractId',
    ],
    [screenPart(() => import('./DepositRegister.tsx'), 'DepositRegister'), '/contracts/deposit-register'],
    [screenPart(() => import('./DepositList.tsx'), 'DepositList'), '/contracts/$contractId/security-deposit'],
    [
      screenPart(() => import('./DepositForm.tsx'), 'DepositForm'),
      '/contracts/$contractId/security-deposit/new',
      '/contracts/$contractId/security-deposit/create',
      '/contracts/$contractId/security-deposit/$depositId',
      '/contracts/$contractId/security-deposit/$depositId/view',
      '/contracts/$contractId/security-deposit/$depositId/edit',
      '/contracts/$contractId/security-deposit/$depositId/create',
    ],
  ],
}
