import { Skeleton, Text } from '@mantine/core'
import type { DepositMoney } from '@plinth/api/deposits/deposits-money'
import { Link } from '@tanstack/react-router'
import { counted, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import tileClasses from '../../ui/list/Tiles.module.css'
import classes from './DepositsMoney.module.css'

interface Tile {
  label: string
  value: (money: DepositMoney) => string
  /** The line below the value. */
  note: (money: DepositMoney) => string
  /** The search of the register that adds up to the value; none if no list does. */
  search?: Search
  isAlarm?: (money: DepositMoney) => boolean
}

const tiles: readonly Tile[] = [
  {
    label: t('Still open'),
    value: ({ open }) => rupees(open),
    note: ({ deposits }) => counted(deposits, 'deposit'),
    search: { figure: 'total_open' },
  },
  {
    label: t('Overdue'),
    value: ({ overdue }) => rupees(overdue),
    note: ({ overdueDeposits }) => counted(overdueDeposits, 'deposit'),
    // With this figure the register adds up open amounts, not the amounts once paid.
    search: { figure: 'total_open', quickFilters: ['OVERDUE'] },
    isAlarm: ({ overdueDeposits }) => overdueDeposits > 0,
  },
  {
    label: t('Cost of waiting a month'),
    value: ({ costOfAMonth }) => rupees(costOfAMonth),
    note: () => t('30 days of interest on what is overdue'),
  },
  {
    label: t('Lost this year'),
    value: ({ lostThisYear }) => rupees(lostThisYear),
    note: ({ identity }) => t('since 1 April; in all {amount}', { amount: rupees(identity.lost) }),
    search: { figure: 'total_lost' },
  },
]

function Label({ label, search }: Tile) {
  if (!search) return <span className={tileClasses['label']}>{label}</span>
  return (
    <Link to="/contracts/deposit-register" search={search} className={`cover ${tileClasses['label']}`}>
      {label}
    </Link>
  )
}

/** Four figures of the money that departments hold, with links to their deposits, and the check that no money is missing. */
export function MoneyTiles({ money }: { money: DepositMoney | undefined }) {
  return (
    <section aria-label={t('In all')} aria-busy={money === undefined}>
      <ul className={`${tileClasses['tiles']} ${classes['tiles']}`}>
        {tiles.map((tile) => (
          <li key={tile.label} data-alarm={(money && tile.isAlarm?.(money)) || undefined}>
            <Label {...tile} />
            <span className={`${tileClasses['value']} ${classes['value']}`}>
              {money ? tile.value(money) : <Skeleton height="1em" width="60%" />}
            </span>
            <span className="hint tabular">{money ? tile.note(money) : '…'}</span>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt="xs" mih="1.55em" className="tabular">
        {money && identityText(money.identity)}
      </Text>
    </section>
  )
}

const identityText = ({ deposited, received, lost, open }: DepositMoney['identity']) =>
  t('{deposited} deposited = {received} received + {lost} lost + {open} open', {
    deposited: rupees(deposited),
    received: rupees(received),
    lost: rupees(lost),
    open: rupees(open),
  })
