import { t } from '../../lib/language.ts'

/**
 * The next step of a new contract. `allow` repeats that of `createDeposit`, because importing the call would load all
 * schemas of deposits with the form of a contract.
 */
export const recordEmd = (contractId: string) => ({
  label: t('Record EMD'),
  to: `/contracts/${contractId}/security-deposit/new`,
  search: { depositType: 'EMD' },
  call: { allow: { module: 'Contracts', can: 'canCreate' } } as const,
})
