import { entity } from '../kernel/entity.ts'

/** The money held by departments. */
export const depositsMoney = entity({
  module: 'Contracts',
  path: '/contracts/money',
  title: 'Money with departments',
  lists: ['deposits-money'],
})
