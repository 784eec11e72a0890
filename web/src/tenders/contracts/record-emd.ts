import { t } from '../../lib/language.ts'

/**
 * What comes next of a new contract. `allow` is that of the call that enters a deposit, which would bring all that is known of
 * deposits into the form of a contract.
 */
export const recordEmd = (contractId: string) => ({
  label: t('Record EMD'),
  to: `/contracts/${contractId}/security-deposit/new`,
  search: { depositType: 'EMD' },
  call: { allow: { module: 'Contracts', can: 'canCreate' } } as const,
})
