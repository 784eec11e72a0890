import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { contractStatuses, statusCategories } from './contracts.ts'

export const about = 'The figures of the contract dashboard.'

const base = '/project/api/contract-dashboard'

const summed = z.array(z.object({ key: z.string(), value: f.total }))

/**
 * The figures of the dashboard, all at one moment. Amounts are in rupees: exact to the paisa up to 90 lakh crore,
 * beyond that as precise as a JSON number. An empty key stands for contracts without a type.
 */
export const kpis = z.object({
  total_security_deposit: f.total,
  total_refunded: f.total,
  pending_refund: f.total,
  refund_initiated: f.total,
  /**
   * Days from submission to return, averaged over the returned deposits that have both days; null when there are none.
   */
  average_refund_days: z.nullable(f.total),
  paper_cost_rejected: f.total,
  paper_cost_awarded: f.total,
  paper_cost_pre_project: f.total,
  refunded_completed_project: f.total,
  pre_project_deposit: f.total,
  unawarded_projects_deposit: f.total,
  terminated_projects_deposit: f.total,
  dispute_projects_deposit: f.total,
  contract_count_by_status: z.array(z.object({ key: z.enum(contractStatuses), value: z.int() })),
  paper_cost_by_contract_type: summed,
  deposit_by_type: summed,
  /** Of all deposits: the amount that is neither received, lost nor carried over, and the amount that is lost. */
  total_open: f.total,
  total_lost: f.total,
})
export type Kpis = z.infer<typeof kpis>

const money = z.object({ count: z.int(), amount: f.total })

/**
 * The deposits that a department holds. `held` and `dueBack` are defined as in the quick filters of deposits, so the
 * sum over all departments is everything that is held.
 */
export const departmentMoney = z.object({
  /** Null for deposits of contracts without an office. */
  department: z.nullable(z.string()),
  held: money,
  dueBack: money,
  dueBackOver90Days: money,
})
export type DepartmentMoney = z.infer<typeof departmentMoney>

export const getKpis = endpoint({
  method: 'POST',
  path: `${base}/kpis`,
  summary: 'The figures of the contract dashboard',
  allow: { module: 'Contracts', can: 'canView' },
  body: z.optional(z.nullable(z.strictObject({}))),
  response: kpis,
})

export const summarizeContractStatuses = endpoint({
  method: 'GET',
  path: `${base}/status-summary`,
  summary: 'The number of contracts in each status',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(z.object({ status: z.enum(contractStatuses), count: z.int() })),
})

export const summarizeStatusCategories = endpoint({
  method: 'GET',
  path: `${base}/status-category-summary`,
  summary: 'The number of contracts in each category of statuses',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(z.object({ statusCategory: z.enum(statusCategories), totalCount: z.int() })),
})

export const summarizeDepartments = endpoint({
  method: 'GET',
  path: `${base}/department-summary`,
  summary: 'The deposits that each department holds, and the part of them that is due back, by age',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(departmentMoney),
})
