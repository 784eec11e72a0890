import { type MeasurementLine } from '@plinth/api/works/measurement-lines'
import { Fragment, type ReactNode } from 'react'
import { dash, decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCards } from '../../ui/shell/Screen.tsx'
import { factorText, productOf, quantityText } from './line-words.ts'
import classes from './Measure.module.css'
import { byItem, countOf, type ItemLines } from './sheet-sums.ts'

interface Props {
  lines: readonly MeasurementLine[]
  /** The buttons of a line. */
  actions: (line: MeasurementLine) => ReactNode
}

/** The lines of a sheet below their items, with the total of each item. Corrected lines are struck through. */
export function SheetLines({ lines, actions }: Props) {
  const isNarrow = useCards()
  if (lines.length === 0) return t('There is no line on this sheet.')
  const items = byItem(lines)
  return isNarrow ? <Cards items={items} actions={actions} /> : <Table items={items} actions={actions} />
}

interface ItemsProps extends Pick<Props, 'actions'> {
  items: readonly ItemLines[]
}

const itemTitle = ({ itemNo, description }: ItemLines) => [itemNo, description].filter(Boolean).join('  ')

function Table({ items, actions }: ItemsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className={classes['paper']} role="region" aria-label={t('Measurements')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Line')}</th>
            <th scope="col">{t('Particulars')}</th>
            {[t('No'), t('L'), t('B'), t('D'), t('Contents')].map((label) => (
              <th key={label} scope="col" data-number>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Fragment key={item.itemId}>
              <tr className={classes['item']}>
                <th scope="rowgroup" colSpan={7}>
                  {itemTitle(item)}
                </th>
              </tr>
              {item.lines.map((line) => (
                <Row key={line.id} line={line}>
                  {actions(line)}
                </Row>
              ))}
              <tr className={classes['total']}>
                <td colSpan={6}>{t('Total')}</td>
                <td data-number>{quantityText(item.total, item.unit, item.decimals)}</td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A dimension as it was typed: arithmetic stays arithmetic. */
const measureText = (line: MeasurementLine, name: 'length' | 'breadth' | 'depth') =>
  line.typed?.[name] ?? (line[name] == null ? dash : decimal(line[name]))

function Row({ line, children }: { line: MeasurementLine; children: ReactNode }) {
  const { factor } = line
  const depth = measureText(line, 'depth')
  return (
    <tr data-corrected={line.isCorrected || undefined}>
      <td>{line.lineNo}</td>
      <td>
        <Particulars line={line} />
        <div>{children}</div>
      </td>
      <td data-number>{countOf(line) ?? dash}</td>
      <td data-number>{measureText(line, 'length')}</td>
      <td data-number>{measureText(line, 'breadth')}</td>
      <td data-number>{factor == null ? depth : `${depth === dash ? '' : `${depth} `}× ${factorText(factor)}`}</td>
      <td data-number>
        <Struck isStruck={line.isCorrected}>{quantityText(line.contents, null, line.decimals)}</Struck>
      </td>
    </tr>
  )
}

function Struck({ isStruck, children }: { isStruck: boolean; children: string }) {
  return isStruck ? <del>{children}</del> : children
}

function Particulars({ line }: { line: MeasurementLine }) {
  const { description, isDeduction, isCorrected, correctsSheet, correctsLineNo } = line
  const text = [isDeduction && t('Deduct'), description].filter(Boolean).join(': ')
  const notes = [
    correctsSheet !== null &&
      correctsLineNo !== null &&
      t('corrects sheet {sheet}, line {line}', { sheet: correctsSheet, line: correctsLineNo }),
    isCorrected && t('corrected by a further line'),
  ].filter(Boolean)
  return (
    <>
      <Struck isStruck={isCorrected}>{text || dash}</Struck>
      {notes.length > 0 && <small>{notes.join(' · ')}</small>}
    </>
  )
}

const Cards = ({ items, actions }: ItemsProps) =>
  items.map((item) => (
    <section key={item.itemId} className={classes['block']}>
      <h3>{itemTitle(item)}</h3>
      <ul>
        {item.lines.map((line) => (
          <li key={line.id} data-corrected={line.isCorrected || undefined}>
            <div>
              <Particulars line={line} />
            </div>
            <div className={classes['sum']}>
              <span>
                <Struck isStruck={line.isCorrected}>{productOf(line)}</Struck>
              </span>
              <b>
                <Struck isStruck={line.isCorrected}>{quantityText(line.contents, line.unit, line.decimals)}</Struck>
              </b>
            </div>
            {actions(line)}
          </li>
        ))}
      </ul>
      <p className={classes['sum']}>
        <span>{t('Total')}</span>
        <b>{quantityText(item.total, item.unit, item.decimals)}</b>
      </p>
    </section>
  ))
