import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { dash, momentText, plainText } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'
import classes from './ConflictPanel.module.css'
import { FormContext } from './form-context.ts'

const sides = ['mine', 'theirs'] as const
type Side = (typeof sides)[number]
const sideText = { mine: t('Mine'), theirs: t('Theirs') }
const allText = { mine: t('All mine'), theirs: t('All theirs') }

interface Row {
  name: string
  mine: unknown
  theirs: unknown
}

/** The value as the server stores it: texts are trimmed, and the order of pairs does not count. */
function asStored(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
const differs = (a: unknown, b: unknown) => JSON.stringify(a ?? null, asStored) !== JSON.stringify(b ?? null, asStored)

interface Props {
  /** The record as this form loaded it. */
  loaded: FieldValues
  /** The record as it is stored now. */
  stored: FieldValues
  /** Takes the stored record, with this form's values of the given fields. */
  onChoice: (mine: string[]) => void
  onTheirs: () => void
}

/** The fields in which the form and the stored record differ, and the choice of a version for each. */
function useChoices({ loaded, stored }: Props) {
  const { labels, together } = useContext(FormContext)
  const typed = useWatch()
  const [chosen, setChosen] = useState<Partial<Record<string, Side>>>({})
  const rows: Row[] = [...labels.keys()]
    .map((name) => ({ name, mine: typed[name], theirs: stored[name] }))
    // A field that stored records do not contain, such as a password, does not count as a difference.
    .filter(({ name, mine, theirs }) => name in stored && differs(mine, theirs))
  const namesWith = (name: string) => [...together].find((names) => names.includes(name)) ?? [name]
  const isMine = (name: string) => differs(typed[name], loaded[name])
  const sideOf = (name: string) => chosen[name] ?? (namesWith(name).some(isMine) ? 'mine' : 'theirs')
  const choose = (names: readonly string[], side: Side) =>
    setChosen((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, side])) }))
  const listed = (names: readonly string[]) => names.filter((name) => rows.some((row) => row.name === name))
  return {
    rows,
    sideOf,
    /** The labels of fields that are chosen together. */
    joined: [...together]
      .map((names) => listed(names).map((name) => labels.get(name)))
      .filter(({ length }) => length > 1),
    choose: (name: string, side: Side) => choose(namesWith(name), side),
    chooseAll: (side: Side) => choose([...labels.keys()], side),
  }
}

/** Shown after somebody else saved meanwhile: both versions side by side, with a choice for each field. */
export function ConflictPanel(props: Props) {
  const { stored, onChoice, onTheirs } = props
  const { rows, sideOf, joined, choose, chooseAll } = useChoices(props)
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'start' })
  }, [stored])
  const names = rows.map(({ name }) => name)
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby={heading} className={`sheet ${classes['panel']}`}>
      <h2 id={heading}>{t('Somebody saved this record while you were editing it')}</h2>
      <Text size="sm" mb="xs">
        <Saved stored={stored} />{' '}
        {rows.length === 0
          ? t('It says what your form says: saving yours changes nothing of theirs.')
          : t('Choose what counts in each field. The other fields say the same in both.')}
      </Text>
      {rows.length > 0 && (
        <table className={classes['table']} aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              {sides.map((side) => (
                <th key={side} scope="col">
                  <span>{sideText[side]}</span>
                  <Button size="compact-xs" variant="default" onClick={() => chooseAll(side)}>
                    {allText[side]}
                  </Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ChoiceRow key={row.name} row={row} chosen={sideOf(row.name)} onChoose={choose} />
            ))}
          </tbody>
        </table>
      )}
      {joined.map((names) => (
        <Text key={names.join()} size="xs" c="dimmed" mt="xs">
          {t('{fields} follow from each other and are chosen together.', {
            fields: new Intl.ListFormat(locale).format(names.map(String)),
          })}
        </Text>
      ))}
      <Group gap="xs" mt="sm">
        <Button onClick={() => onChoice(names.filter((name) => sideOf(name) === 'mine'))}>
          {t('Save with these choices')}
        </Button>
        <Button variant="default" onClick={onTheirs}>
          {t('Load their version')}
        </Button>
      </Group>
    </section>
  )
}

function Saved({ stored }: { stored: FieldValues }): ReactNode {
  const [who, when] = [plainText(stored['updatedByName']), plainText(stored['updatedAt'])]
  if (!who && !when) return null
  const moment = { when: momentText(when) }
  if (!who) return t('Saved on {when}.', moment)
  return (
    <>
      {t('Saved by')} <b>{who}</b>
      {when ? ` ${t('on {when}.', moment)}` : '.'}
    </>
  )
}

interface Choice {
  row: Row
  chosen: Side
  onChoose: (name: string, side: Side) => void
}

function ChoiceRow({ row, chosen, onChoose }: Choice) {
  const { labels, texts } = useContext(FormContext)
  const id = useId()
  const textOf = texts.get(row.name) ?? plainText
  const shown = { mine: textOf(row.mine, row.theirs), theirs: textOf(row.theirs, row.mine) }
  const label = labels.get(row.name) ?? row.name
  return (
    <tr>
      <th scope="row">{label}</th>
      {sides.map((side) => (
        <td key={side} data-chosen={chosen === side || undefined}>
          <label>
            <input
              type="radio"
              name={id}
              checked={chosen === side}
              aria-label={`${label}: ${sideText[side]}, ${shown[side] || t('empty')}`}
              onChange={() => onChoose(row.name, side)}
            />
            <span>
              <span className={classes['side']}>{sideText[side]}</span>
              {shown[side] || dash}
            </span>
          </label>
        </td>
      ))}
    </tr>
  )
}
