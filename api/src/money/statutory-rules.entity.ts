import { entity } from '../kernel/entity.ts'

export const statutoryRules = entity({
  module: 'GST',
  listPath: '/payments/rules',
  audited: { company_rules: 'Rule of law or practice', rule_confirmations: 'Confirmation of a rule' },
})
