import { type LetterContent, type LetterTable, letterWords } from '@plinth/api/kernel/letter'
import { t } from '../../lib/language.ts'
import classes from './Letter.module.css'

/** Gives each text a unique key, since some texts may be equal. */
const numbered = <T,>(parts: readonly T[]) => parts.map((part, at) => ({ part, name: `${at}` }))

interface Props {
  letter: LetterContent
  /** Shown in place of a missing number. */
  numberLater: string
}

/** A letter as it will be read, on one page of any length. */
export function Letter({ letter, numberLater }: Props) {
  const { language, letterhead, referenceNo, day, addressee, subject, salutation, body, closing, signatory } = letter
  const heads = letterWords[language]
  const contacts = [
    letterhead.gstin && `${heads.gstin} ${letterhead.gstin}`,
    letterhead.phone && `${heads.phone} ${letterhead.phone}`,
    letterhead.email && `${heads.email} ${letterhead.email}`,
  ].filter(Boolean)
  return (
    <article className={`sheet ${classes['letter']}`} lang={language} aria-label={t('The letter')}>
      <header className={classes['head']}>
        <b>{letterhead.name}</b>
        {letterhead.address.length > 0 && <span>{letterhead.address.join(', ')}</span>}
        {contacts.length > 0 && <span>{contacts.join(' · ')}</span>}
      </header>
      <p className={classes['numbers']}>
        <span>
          {heads.reference} {referenceNo || <span className="quiet">{numberLater}</span>}
        </span>
        <span>
          {heads.day} {day}
        </span>
      </p>
      <p className={classes['lines']}>{addressee.join('\n')}</p>
      <p>
        <b>
          {heads.subject} {subject}
        </b>
      </p>
      <p>{salutation}</p>
      {numbered(body).map(({ part, name }) =>
        typeof part === 'string' ? (
          <p key={name} className={classes['lines']}>
            {part}
          </p>
        ) : (
          <Deposits key={name} table={part} />
        ),
      )}
      <p>{closing}</p>
      <p className={classes['signature']}>{signatory.join('\n')}</p>
      {letter.enclosures.length > 0 && (
        <div className={classes['enclosures']}>
          {heads.enclosures}
          <ol>
            {numbered(letter.enclosures).map(({ part, name }) => (
              <li key={name}>{part}</li>
            ))}
          </ol>
        </div>
      )}
    </article>
  )
}

function Deposits({ table: { columns, rows, total } }: { table: LetterTable }) {
  const cells = (row: readonly string[]) =>
    numbered(row).map(({ part, name }, at) => (
      <td key={name} data-end={columns[at]?.align === 'end' || undefined}>
        {part}
      </td>
    ))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it where it is wider than the screen
    <div className={classes['table']} role="region" aria-label={t('What is asked for')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ heading, align }) => (
              <th key={heading} scope="col" data-end={align === 'end' || undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ part, name }) => (
            <tr key={name}>{cells(part)}</tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>{cells(total)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
