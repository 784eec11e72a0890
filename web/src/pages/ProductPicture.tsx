import { monthNames } from '@plinth/api/kernel/days'
import { t, translated } from '../lib/language.ts'
import classes from './ProductPicture.module.css'

/** Bars of a task in percent of the drawn half year: the plan, and how much of it is done. */
interface Row {
  number: string
  title: string
  from: number
  length: number
  done: number
  late?: true
}

const rows: Row[] = [
  { number: '1', title: t('Canal, km 4 to km 9'), from: 4, length: 74, done: 58 },
  { number: '1.1', title: t('Excavation'), from: 4, length: 30, done: 100 },
  { number: '1.2', title: t('Bed concrete'), from: 22, length: 34, done: 72 },
  { number: '1.3', title: t('Side lining'), from: 36, length: 30, done: 34, late: true },
  { number: '2', title: t('Bridge at km 6'), from: 44, length: 52, done: 12 },
  { number: '2.1', title: t('Foundations'), from: 44, length: 22, done: 38 },
  { number: '2.2', title: t('Deck slab'), from: 68, length: 28, done: 0 },
]

const figures = [
  { label: t('Deposits held'), parts: [46, 30, 14] },
  { label: t('Refunds due'), parts: [22, 12] },
  { label: t('Contracts by status'), parts: [34, 26, 18, 12] },
]

/** A simple drawing of the product's dashboard and Gantt chart, without real figures. */
export function ProductPicture() {
  return (
    <div className={classes['window']} aria-hidden>
      <div className={classes['rail']}>
        <b />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div style={{ padding: '1rem 1rem 0' }}>
        <div className={classes['figures']}>
          {figures.map(({ label, parts }) => (
            <div key={label} className={classes['figure']}>
              <span>{label}</span>
              <div className={classes['parts']}>
                {parts.map((part) => (
                  <i key={part} style={{ width: `${part}%` }} />
                ))}
              </div>
            </div>
          ))}
        </div>
        <div className={classes['gantt']}>
          <div className={classes['months']}>
            {monthNames.slice(3, 9).map((month) => (
              <span key={month}>{translated(month)}</span>
            ))}
          </div>
          {rows.map(({ number, title, from, length, done, late }) => (
            <div key={number} className={classes['row']} data-level={number.length > 1 ? 1 : 0}>
              <span className={classes['number']}>{number}</span>
              <span className={classes['title']}>{title}</span>
              <div className={classes['track']}>
                <div
                  className={classes['bar']}
                  data-late={late}
                  style={{ marginLeft: `${from}%`, width: `${length}%` }}
                >
                  <i style={{ width: `${done}%` }} />
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
