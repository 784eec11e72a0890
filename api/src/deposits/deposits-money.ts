import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'

export const about = 'The money that departments hold: open and overdue amounts, and the cost of waiting.'

/** Counts and amounts in rupees of the open and the overdue deposits of a group. */
const openMoney = {
  deposits: z.int(),
  open: f.total,
  overdueDeposits: z.int(),
  overdue: f.total,
}

export const depositMoney = z.object({
  ...openMoney,
  /** Interest on the overdue amount for another 30 days, in rupees, at the company's rate. */
  costOfAMonth: f.total,
  /** The amounts forfeited, deducted and written off since the financial year began (1 April), in rupees. */
  lostThisYear: f.total,
  /** A check that no money is missing: the deposits less carried amounts equal received, lost and open, to the paisa. */
  identity: z.object({ deposited: f.total, received: f.total, lost: f.total, open: f.total }),
  /** The deposits by the office that has them, the most overdue first. Deposits without an office are one row without a name. */
  offices: z.array(
    z.object({
      officeId: z.nullable(f.id),
      department: z.nullable(z.string()),
      officeName: z.nullable(z.string()),
      ...openMoney,
      /** The median of the days from due to received, and the number of deposits that it is taken from. */
      medianDays: z.nullable(z.int()),
      medianOf: z.int(),
    }),
  ),
  /** The deposits by their owner, the most overdue first. Deposits without an owner are one row without a name. */
  owners: z.array(z.object({ ownerId: z.nullable(f.id), ownerName: z.nullable(z.string()), ...openMoney })),
})
export type DepositMoney = z.infer<typeof depositMoney>

export const getDepositMoney = endpoint({
  method: 'GET',
  path: '/project/api/deposits-money',
  summary:
    'The money that departments hold: open, overdue and lost amounts and the cost of waiting, in all and by office and person',
  allow: { module: 'Contracts', can: 'canView' },
  response: depositMoney,
})
