import { Anchor } from '@mantine/core'
import type { BidBank } from '@plinth/api/guarantees/guarantee-headroom'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { rupees } from '../../lib/format.ts'
import { numberOf } from '../guarantee-headroom/limit-words.ts'
import { instrumentPath } from '../instruments/instrument-name.ts'
import classes from './BidCheck.module.css'
import { freeText, type Mend, mendHead, timeText } from './mend-words.ts'

/** The guarantees that must come free before a limit is enough, and whether they do so in time. */
export function BidMends({ bank }: { bank: BidBank }) {
  return (
    <>
      <p className={classes['mendHead']}>{mendHead(bank)}</p>
      <ul className={classes['plans']}>
        {bank.mends.map((mend) => (
          <MendLine key={mend.instrumentId} mend={mend} />
        ))}
      </ul>
    </>
  )
}

function MendLine({ mend }: { mend: Mend }) {
  const { instrumentId, amount, securedFor, isInTime } = mend
  const Icon = isInTime ? IconCheck : IconAlertTriangle
  return (
    <li>
      <span>
        <Anchor component={Link} to={instrumentPath({ id: instrumentId })} inherit>
          {numberOf(mend)}
        </Anchor>
        {securedFor && <span className={`hint tabular ${classes['note']}`}>{` · ${securedFor}`}</span>}
      </span>
      <span className={`figure ${classes['amount']}`}>{rupees(amount)}</span>
      <span className={`hint tabular ${classes['note']}`}>
        {freeText(mend)}{' '}
        <span className={isInTime ? classes['time'] : `alarm ${classes['time']}`}>
          <Icon size={14} aria-hidden /> {timeText(mend)}
        </span>
      </span>
    </li>
  )
}
