import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'

export const about = 'The money that lies with departments: what is open, what is overdue, and what waiting costs.'

/** What is open in a group of deposits. */
const openMoney = {
  deposits: z.int(),
  open: f.total,
  overdueDeposits: z.int(),
  overdue: f.total,
}

export const depositMoney = z.object({
  ...openMoney,
  /** What another 30 days of waiting cost of what is overdue, in rupees, at the company's interest. */
  costOfAMonth: f.total,
  /** What was forfeited, deducted and given up since the financial year began (1 April), in rupees. */
  lostThisYear: f.total,
  /** The proof that nothing is forgotten: amounts less what was carried over are received, lost and open, to the paisa. */
  identity: z.object({ deposited: f.total, received: f.total, lost: f.total, open: f.total }),
  /** By the office that the deposits lie with, the most overdue first; without a name those that lie with none. */
  offices: z.array(
    z.object({
      officeId: z.nullable(f.id),
      department: z.nullable(z.string()),
      officeName: z.nullable(z.string()),
      ...openMoney,
      /** The median of days from due to received, and of how many deposits. */
      medianDays: z.nullable(z.int()),
      medianOf: z.int(),
    }),
  ),
  /** By who is after them, the most overdue first; without a name those that nobody is after. */
  owners: z.array(z.object({ ownerId: z.nullable(f.id), ownerName: z.nullable(z.string()), ...openMoney })),
})
export type DepositMoney = z.infer<typeof depositMoney>

export const getDepositMoney = endpoint({
  method: 'GET',
  path: '/project/api/deposits-money',
  summary:
    'What lies with departments: open, overdue, what waiting costs, what was lost, and all of it by office and by person',
  allow: { module: 'Contracts', can: 'canView' },
  response: depositMoney,
})
