import { Title } from '@mantine/core'
import type { DepositMoney } from '@plinth/api/deposits/deposits-money'
import { Link } from '@tanstack/react-router'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import classes from './DepositsMoney.module.css'
import { listPlace } from './MoneyOffices.tsx'

type OwnerMoney = DepositMoney['owners'][number]

interface Props {
  owners: readonly OwnerMoney[] | undefined
  isChosen: (owner: OwnerMoney) => boolean
  /** The search of the list below for an owner; for the chosen owner, that of all owners. */
  narrowed: (owner: OwnerMoney) => Search
}

/** The open and the overdue amount of each owner. Each link filters the list below by its owner. */
export function MoneyOwners({ owners, isChosen, narrowed }: Props) {
  if (owners?.length === 0) return null
  const title = t('Who is after it')
  return (
    <section aria-label={title} aria-busy={!owners} className={classes['section']}>
      <Title order={2}>{title}</Title>
      <ul className={classes['owners']}>
        {owners?.map((owner) => (
          <li key={owner.ownerId} data-chosen={isChosen(owner) || undefined}>
            {owner.ownerId === null ? (
              <b>{t('Nobody')}</b>
            ) : (
              <Link
                to="/contracts/money"
                search={narrowed(owner)}
                hash={listPlace}
                aria-current={isChosen(owner) ? 'true' : undefined}
                activeProps={{}}
              >
                {owner.ownerName}
              </Link>
            )}
            <span>{rupees(owner.open)}</span>
            <small>{owner.overdue > 0 && t('{amount} overdue', { amount: rupees(owner.overdue) })}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
