import { Text } from '@mantine/core'
import type { Freed } from '@plinth/api/guarantees/guarantee-headroom'
import { getInstrument } from '@plinth/api/guarantees/instruments'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { instrumentPath } from '../instruments/instrument-name.ts'
import classes from './ComesFree.module.css'
import { type Coming, comingOf, numberOf } from './limit-words.ts'

/** How many guarantees are shown before the list is expanded. */
const initialCount = 6

const comingText: Record<Coming, string> = {
  certain: t('certain'),
  expected: t('expected when its paper is back'),
  late: t('was expected back: fetch its paper'),
  unknown: t('nobody can say: it is claimed, or has no last day'),
}

function FreedRow({ freed, mayLook }: { freed: Freed; mayLook: boolean }) {
  const coming = comingOf(freed)
  const number = numberOf(freed)
  return (
    <li>
      <span className={classes['number']}>
        {mayLook ? <RowLink to={instrumentPath({ id: freed.instrumentId })}>{number}</RowLink> : number}
      </span>
      <span className={`figure ${classes['amount']}`}>{rupees(freed.amount)}</span>
      <span className={classes['when']} data-coming={coming}>
        {/* The day of an overdue guarantee has passed, so it is not shown. */}
        {coming !== 'late' && freed.on !== null && <b>{dayText(freed.on)}</b>}{' '}
        <span>
          {coming === 'late' && <IconAlertTriangle size={14} aria-hidden />}
          {comingText[coming]}
        </span>
      </span>
      {freed.securedFor && (
        <span className={classes['secures']}>{t('secures {contracts}', { contracts: freed.securedFor })}</span>
      )}
    </li>
  )
}

interface Props {
  frees: readonly Freed[]
  /** The name of the limit. */
  name: string
}

/** The guarantees that will free a part of a limit, the earliest first, and how certain each is. */
export function ComesFree({ frees, name }: Props) {
  const mayLook = useCan(getInstrument)
  const [isExpanded, showAll] = useState(false)
  const visible = isExpanded ? frees : frees.slice(0, initialCount)
  const title = t('What comes free')
  return (
    <section aria-label={`${title}: ${name}`}>
      <h3>{title}</h3>
      {frees.length === 0 ? (
        <Text c="dimmed">{t('No guarantee is given under this limit.')}</Text>
      ) : (
        <ul className={classes['frees']}>
          {visible.map((freed) => (
            <FreedRow key={freed.instrumentId} freed={freed} mayLook={mayLook} />
          ))}
        </ul>
      )}
      <ShowMore
        left={frees.length - visible.length}
        mt="xs"
        className={classes['more'] ?? ''}
        onClick={() => showAll(true)}
      />
    </section>
  )
}
