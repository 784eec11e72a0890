import { Skeleton, Text, Title } from '@mantine/core'
import { depositFigureLabels } from '@plinth/api/deposits/deposits'
import { contractFigureLabels, contractFigures } from '@plinth/api/tenders/contracts'
import { type Kpis } from '@plinth/api/tenders/dashboard'
import { Link } from '@tanstack/react-router'
import { dash, roundDays, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import tileClasses from '../../ui/list/Tiles.module.css'
import classes from './Dashboard.module.css'

/** The figures that are a single number. */
type OneNumber = { [K in keyof Kpis]: Kpis[K] extends number | null ? K : never }[keyof Kpis]

interface FigureGroup {
  title: string
  note?: string
  /** A line for each figure that explains what it sums up. */
  meanings: Partial<Record<OneNumber, string>>
}

const groups: FigureGroup[] = [
  {
    title: t('Money locked up and coming back'),
    meanings: {
      total_security_deposit: t('Every deposit paid: all but drafts, rejected and cancelled ones.'),
      total_open: t('What of it is still to come: not back, not lost and not carried over.'),
      total_refunded: t('Back with the company: refunded, returned or released.'),
      total_lost: t('Forfeited, deducted or written off.'),
      refund_initiated: t('Asked for and on its way: pending refund or pending release.'),
      pending_refund: t('Due back: the contract is completed, closed, terminated, rejected or cancelled.'),
      average_refund_days: t('From submitted to returned, over the deposits that are back.'),
      refunded_completed_project: t('Back with the company, on completed and closed contracts.'),
    },
  },
  {
    title: t('Where it is stuck'),
    note: t('Held is what was paid and is not back, forfeited deposits included.'),
    meanings: {
      pre_project_deposit: t('On contracts before the work starts: draft to work order issued.'),
      unawarded_projects_deposit: t('On contracts that were rejected or cancelled.'),
      terminated_projects_deposit: t('On contracts that were terminated.'),
      dispute_projects_deposit: t('On contracts in dispute.'),
    },
  },
  {
    title: t('What tendering costs'),
    meanings: {
      paper_cost_awarded: t('Tender papers of every contract that was ever awarded.'),
      paper_cost_rejected: t('Tender papers of the contracts that were rejected.'),
      paper_cost_pre_project: t('Tender papers of drafts and submitted tenders.'),
    },
  },
]

const labels = { ...depositFigureLabels, ...contractFigureLabels }
const ofContracts: readonly string[] = contractFigures
const listOf = (figure: OneNumber) => (ofContracts.includes(figure) ? '/contracts/list' : '/contracts/deposit-register')

const lakh = 100_000
const crore = 100 * lakh
const shortFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 0 })

/** ₹12.35 L or ₹1,234.5 Cr, for amounts with many digits. */
const shortRupees = (value: number) =>
  value < crore
    ? t('{value} L', { value: shortFormat.format(value / lakh) })
    : t('{value} Cr', { value: shortFormat.format(value / crore) })

function Days({ value }: { value: number | null }) {
  if (value !== null) return roundDays(value)
  return (
    <>
      {dash} <span className={classes['short']}>{t('none is back with both days known')}</span>
    </>
  )
}

function Rupees({ value }: { value: number }) {
  return (
    <>
      {rupees(value)}
      {value >= lakh && (
        <span className={classes['short']} aria-hidden>
          {shortRupees(value)}
        </span>
      )}
    </>
  )
}

function FigureTile({ figure, meaning, kpis }: { figure: OneNumber; meaning: string; kpis: Kpis | undefined }) {
  return (
    <li>
      <Link to={listOf(figure)} search={{ figure }} className="cover">
        <span className={tileClasses['label']}>{translated(labels[figure])}</span>{' '}
        <span className={tileClasses['value']}>
          {kpis === undefined ? (
            <Skeleton component="span" display="inline-block" width="60%" height="1em" />
          ) : figure === 'average_refund_days' ? (
            <Days value={kpis[figure]} />
          ) : (
            <Rupees value={kpis[figure]} />
          )}
        </span>
      </Link>
      <Text size="xs" c="dimmed">
        {meaning}
      </Text>
    </li>
  )
}

const isFigure = (name: string, meanings: FigureGroup['meanings']): name is OneNumber => name in meanings

/** The figures of deposits and tender papers, each with an explanation and a link to its records. */
export function FigureTiles({ kpis }: { kpis: Kpis | undefined }) {
  return groups.map(({ title, note, meanings }) => {
    const figures = Object.keys(meanings).filter((name) => isFigure(name, meanings))
    return (
      <section key={title} aria-label={title} aria-busy={kpis === undefined} className={classes['section']}>
        <Title order={2}>{title}</Title>
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        <ul className={`${tileClasses['tiles']} ${classes['tiles']}`} data-columns={figures.length % 4 === 0 ? 4 : 3}>
          {figures.map((figure) => (
            <FigureTile key={figure} figure={figure} meaning={meanings[figure] ?? ''} kpis={kpis} />
          ))}
        </ul>
      </section>
    )
  })
}
