import { Text } from '@mantine/core'
import {
  type BankFacility,
  bankFacility,
  createBankFacility,
  deleteBankFacility,
  bankFacilityLabels as labels,
  listBankFacilities,
  updateBankFacility,
} from '@plinth/api/guarantees/bank-facilities'
import { inRupees, sumInPaise } from '@plinth/api/kernel/paise'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DueDay } from '../../ui/record/DueDay.tsx'
import { dueOf } from '../../ui/record/due.ts'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen, useCards } from '../../ui/shell/Screen.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { facilityPath, facilityText } from './facility-name.ts'

const tones = { IN_USE: 'good', NOT_IN_USE: 'neutral' } as const

/** A card shows bank and name together, a table in two columns. */
function FacilityLink({ facility }: { facility: BankFacility }) {
  const isCard = useCards()
  return <RowLink to={facilityPath(facility)}>{isCard ? facilityText(facility) : facility.bank}</RowLink>
}

const columns = columnsOf(
  bankFacility,
  { ...labels, isActive: 'Status' },
  {
    bank: { wrap: true, show: (_, facility) => <FacilityLink facility={facility} /> },
    branch: { wrap: true },
    name: { wrap: true },
    reviewOn: {
      show: (day, { isActive }) => <DueDay day={day} due={dueOf({ due: day, isOver: !isActive })} />,
    },
    isActive: { show: (isUsed) => <StatusBadge status={isUsed ? 'IN_USE' : 'NOT_IN_USE'} tones={tones} /> },
  },
)

const shownColumns = [
  'bank',
  'name',
  'limitAmount',
  'marginPercent',
  'commissionPercent',
  'freesOn',
  'reviewOn',
  'isActive',
] as const

const card = { called: 'bank', facts: ['isActive', 'limitAmount', 'freesOn', 'reviewOn'] } as const

const rowActions = (facility: BankFacility) => (
  <RowActions
    name={facilityText(facility)}
    view={facilityPath(facility)}
    edit={{ to: `${facilityPath(facility)}/edit`, call: updateBankFacility }}
    remove={{
      endpoint: deleteBankFacility,
      params: { id: facility.id },
      confirm: t('Are you sure you want to delete this bank limit?'),
    }}
  />
)

/** Sum of the limits in use. */
function totalOf(facilities: readonly BankFacility[]): string {
  const amounts = facilities.filter(({ isActive }) => isActive).map(({ limitAmount }) => limitAmount)
  return rupees(inRupees(sumInPaise(amounts)))
}

/** Up to which amount each bank gives guarantees, and on which terms. */
export function BankFacilityList() {
  const list = useList(listBankFacilities, {})
  return (
    <Screen
      title={t('Bank limits')}
      source={list}
      failure={t('Failed to fetch bank limits')}
      actions={
        <>
          <LinkButton variant="default" to="/payments/parties">
            {t('Parties')}
          </LinkButton>
          <LinkButton variant="default" to="/payments/guarantees">
            {t('Guarantee planner')}
          </LinkButton>
          <LinkButton variant="default" to="/payments/guarantee-plans">
            {t('Planned guarantees')}
          </LinkButton>
          <LinkButton to="/payments/bank-limits/create" call={createBankFacility}>
            {t('New bank limit')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="bank-facilities"
        caption={t('Limits of our banks')}
        list={list}
        columns={columns}
        shown={shownColumns}
        card={card}
        actions={rowActions}
        empty={t(
          'There are no bank limits yet. Enter the first with New bank limit: from then on guarantees can be counted against it, and tenders checked.',
        )}
      >
        <Text>{t('Up to how much each bank gives guarantees for us, and on what terms.')}</Text>
        <Text mb="sm" mih="1.55em" className="tabular">
          {list.counted && list.all.length > 0 && (
            <>
              {t('In use, in total')} <b>{totalOf(list.all)}</b>
            </>
          )}
        </Text>
      </DataList>
    </Screen>
  )
}
