import { Badge, Loader, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { t } from '../lib/language.ts'
import classes from './Palette.module.css'
import { type Choice, useGroups } from './palette-choices.ts'

function Option({
  choice,
  id,
  isActive,
  onPick,
}: {
  choice: Choice
  id: string
  isActive: boolean
  onPick: () => void
}) {
  return (
    // Its keys are handled by the field, which keeps the focus.
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isActive}
      className={classes['option']}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={undefined}
    >
      <span className={classes['label']}>{choice.label}</span>
      {choice.detail && <span className={classes['detail']}>{choice.detail}</span>}
      {choice.status && (
        <Badge variant="default" size="sm" tt="none" fw={500} className={classes['status']}>
          {choice.status}
        </Badge>
      )}
    </div>
  )
}

// Focused at once: the focus trap runs a moment later, and a user who opened the palette by a key is typing already.
const takeFocus = (input: HTMLInputElement | null) => input?.focus()

interface PaletteProps {
  onClose: () => void
  onShortcuts: () => void
}

/** Finds screens, records and actions by a few letters of their names, and opens them. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const { groups, isSearching } = useGroups(typed, onShortcuts)
  const choices = groups.flatMap((group) => group.choices)
  const active = Math.min(at, choices.length - 1)
  const optionId = (index: number) => `${list}-${index}`
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, active])

  function pick(choice: Choice | undefined) {
    if (!choice) return
    onClose()
    choice.run()
  }
  const steps: Partial<Record<string, () => void>> = {
    ArrowDown: () => setAt((active + 1) % choices.length),
    ArrowUp: () => setAt((active + choices.length - 1) % choices.length),
    PageDown: () => setAt(Math.min(active + 8, choices.length - 1)),
    PageUp: () => setAt(Math.max(active - 8, 0)),
    Enter: () => pick(choices[active]),
  }
  function press(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step || event.nativeEvent.isComposing) return
    event.preventDefault()
    step()
  }

  const resultText = isSearching ? t('Searching…') : t('{count} found', { count: choices.length })
  return (
    <Modal
      opened
      onClose={onClose}
      size="36rem"
      yOffset="8dvh"
      padding={0}
      withCloseButton={false}
      aria-label={t('Search')}
    >
      <TextInput
        data-autofocus
        ref={takeFocus}
        size="md"
        variant="unstyled"
        className={classes['field']}
        aria-label={t('Search screens, records and actions')}
        placeholder={t('Search screens, records and actions')}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        {...(choices.length > 0 && { 'aria-activedescendant': optionId(active) })}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
        rightSection={isSearching && <Loader size="xs" />}
      />
      <div className={classes['list']} role="listbox" id={list} aria-label={t('Found')}>
        {groups.map((group, index) => {
          const before = groups.slice(0, index).reduce((sum, { choices }) => sum + choices.length, 0)
          return (
            // biome-ignore lint/a11y/useSemanticElements: groups of a listbox
            <div key={group.title} role="group" aria-label={group.title}>
              <div className={`hint ${classes['title']}`} aria-hidden>
                {group.title}
              </div>
              {group.choices.map((choice, place) => (
                <Option
                  key={choice.id}
                  choice={choice}
                  id={optionId(before + place)}
                  isActive={before + place === active}
                  onPick={() => pick(choice)}
                />
              ))}
            </div>
          )
        })}
      </div>
      {choices.length === 0 && !isSearching && (
        <Text p="md" c="dimmed" ta="center">
          {t('Nothing found. Try other words, or the number of a contract.')}
        </Text>
      )}
      <VisuallyHidden role="status">{typed.trim() && resultText}</VisuallyHidden>
    </Modal>
  )
}
