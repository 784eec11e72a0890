import { Box, Text } from '@mantine/core'
import {
  createReleaseRule,
  deleteReleaseRule,
  listReleaseRules,
  type ReleaseRule,
  releaseRule,
  releaseRuleLabels,
  updateReleaseRule,
} from '@plinth/api/deposits/release-rules'
import { dash, decimal, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen, useCards } from '../../ui/shell/Screen.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { DepositSettings } from './DepositSettings.tsx'
import { caseText, ruleText } from './rule-words.ts'

const pathOf = ({ id }: Pick<ReleaseRule, 'id'>) => `/contracts/release-rules/${id}`

const tones = { CONFIRMED: 'good', TO_BE_CONFIRMED: 'warning' } as const

/** The name of a rule: its sentence on a card, its purpose in the table, which has columns for the rest. */
function RuleName({ rule, purpose }: { rule: ReleaseRule; purpose: string }) {
  const isCard = useCards()
  return <RowLink to={pathOf(rule)}>{isCard ? ruleText(rule) : purpose}</RowLink>
}

const columns = columnsOf(releaseRule, releaseRuleLabels, {
  purpose: { show: (purpose, rule) => <RuleName rule={rule} purpose={words(purpose)} /> },
  days: { show: (days, { basis }) => (basis === 'FIXED' ? dash : decimal(days)) },
  source: { wrap: true },
  isSure: { show: (isSure) => <StatusBadge status={isSure ? 'CONFIRMED' : 'TO_BE_CONFIRMED'} tones={tones} /> },
})

const shownColumns = ['purpose', 'outcome', 'basis', 'days', 'source', 'isSure'] as const

const card = { called: 'purpose', facts: ['isSure', 'source'] } as const

const rowActions = (rule: ReleaseRule) => (
  <RowActions
    name={caseText(rule)}
    view={pathOf(rule)}
    edit={{ to: `${pathOf(rule)}/edit`, call: updateReleaseRule }}
    remove={{
      endpoint: deleteReleaseRule,
      params: { id: rule.id },
      confirm: t(
        'Are you sure you want to delete this rule? Deposits that go by it have no due day until they say one.',
      ),
    }}
  />
)

/** The text for the number of unconfirmed rules. */
const unconfirmedText = (count: number) =>
  count === 1
    ? t('1 rule is to be confirmed with your departments.')
    : t('{count} rules are to be confirmed with your departments.', { count: decimal(count) })

/** The release rules and the settings of deposits. */
export function ReleaseRuleList() {
  const list = useList(listReleaseRules, {})
  const open = list.all.filter(({ isSure }) => !isSure).length
  return (
    <Screen
      title={t('Rules of release')}
      source={list}
      failure={t('Failed to fetch rules of release')}
      actions={
        <>
          <LinkButton variant="default" to="/contracts/deposit-register">
            {t('Deposit register')}
          </LinkButton>
          <LinkButton to="/contracts/release-rules/create" call={createReleaseRule}>
            {t('New rule')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="release-rules"
        caption={t('When deposits come back')}
        list={list}
        columns={columns}
        shown={shownColumns}
        card={card}
        actions={rowActions}
        empty={t(
          'There are no rules. Without one a deposit has no due day until it says one itself: enter the first with New rule.',
        )}
      >
        <Text mb="sm" mih="1.55em">
          {t('When deposits come back that say no day or wait of their own.')}{' '}
          {list.counted && open > 0 && <b>{unconfirmedText(open)}</b>}
        </Text>
      </DataList>
      <Box mt="lg">
        <DepositSettings />
      </Box>
    </Screen>
  )
}
