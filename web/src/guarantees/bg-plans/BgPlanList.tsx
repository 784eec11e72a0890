import { Anchor } from '@mantine/core'
import { depositPurposes } from '@plinth/api/deposits/deposit-releases'
import {
  type BgPlan,
  bgPlan,
  bgPlanStates,
  createBgPlan,
  deleteBgPlan,
  filterBgPlans,
  bgPlanColumnLabels as labels,
  updateBgPlan,
} from '@plinth/api/guarantees/bg-plans'
import { Link } from '@tanstack/react-router'
import { today } from '../../lib/days.ts'
import { dash, optionsOf, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useList } from '../../lib/useList.ts'
import { ContractBadge } from '../../tenders/contracts/ContractReference.tsx'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter } from '../../ui/list/FilterFields.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { facilityFilter, noFacilityFilter } from '../bank-facilities/FacilityFilter.tsx'
import { EnterGuaranteeOfRow } from './EnterGuarantee.tsx'
import { GuaranteeLink } from './GuaranteeLink.tsx'
import { PlanBadge } from './PlanBadge.tsx'
import { planName, planPath, whyUncounted } from './plan-words.ts'

const columns = columnsOf(bgPlan, labels, {
  purpose: { show: (purpose, plan) => <RowLink to={planPath(plan)}>{words(purpose)}</RowLink> },
  contractName: {
    wrap: true,
    // The server sends the name only to users who may see the contract.
    show: (name, { contractId }) =>
      name === null ? (
        dash
      ) : (
        <Anchor component={Link} to={`/contracts/${contractId}`} inherit>
          {name}
        </Anchor>
      ),
  },
  facilityName: { wrap: true },
  state: { show: (state) => <PlanBadge state={state} /> },
  instrumentNumber: { show: (_, plan) => <GuaranteeLink plan={plan} /> },
  contractStatus: { show: (status) => (status === null ? dash : <ContractBadge status={status} />) },
  isCounted: { wrap: true, show: (_, plan) => whyUncounted(plan, today()) ?? t('Yes') },
})

const shownColumns = [
  'purpose',
  'contractName',
  'facilityName',
  'amount',
  'neededOn',
  'untilOn',
  'state',
  'isCounted',
] as const

const card = {
  called: 'purpose',
  facts: ['contractName', 'amount', 'facilityName', 'neededOn', 'untilOn', 'isCounted'],
} as const

const noFilters = { search: '', purpose: [], state: [], ...noFacilityFilter, dateRange: anyDay }

const filters = (
  <>
    <MultiSelectFilter name="purpose" label={translated(labels.purpose)} options={optionsOf(depositPurposes)} />
    <MultiSelectFilter name="state" label={translated(labels.state)} options={optionsOf(bgPlanStates)} />
    {facilityFilter}
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const rowActions = (plan: BgPlan) => (
  <RowActions
    name={planName(plan)}
    view={planPath(plan)}
    edit={{ to: `${planPath(plan)}/edit`, call: updateBgPlan }}
    remove={{
      endpoint: deleteBgPlan,
      params: { id: plan.id },
      confirm: t('Are you sure you want to delete this planned guarantee?'),
    }}
  >
    <EnterGuaranteeOfRow plan={plan} />
  </RowActions>
)

/** The list of the guarantees that tenders and contracts will need, and which of them count against their bank limit. */
export function BgPlanList() {
  const list = useList(filterBgPlans, noFilters)
  return (
    <Screen
      title={t('Planned guarantees')}
      source={list}
      failure={t('Failed to fetch planned guarantees')}
      actions={
        <>
          <LinkButton variant="default" to="/payments/bank-limits">
            {t('Bank limits')}
          </LinkButton>
          <LinkButton variant="default" to="/payments/parties">
            {t('Parties')}
          </LinkButton>
          <LinkButton to="/payments/guarantee-plans/create" call={createBgPlan}>
            {t('Plan a guarantee')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="bg-plans"
        caption={t('Planned guarantees')}
        list={list}
        columns={columns}
        shown={shownColumns}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Bank, name of the limit, bid ID or contract') }}
        actions={rowActions}
        nameOf={planName}
        empty={t(
          'No guarantee is planned yet. Open a tender: under Can we bid? those that it needs are planned with one press.',
        )}
      />
    </Screen>
  )
}
