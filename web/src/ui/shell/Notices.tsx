import { Button, CloseButton } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../lib/language.ts'
import { dismiss, type Notice, type NoticeUndo, useNotices } from './alerts.ts'
import { LinkButton } from './LinkButton.tsx'
import classes from './Notices.module.css'
import { isPhone } from './Screen.tsx'

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null

/** Ctrl+Z, except in an input, where it undoes typing. */
const isUndoKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  event.key.toLowerCase() === 'z' &&
  !writes(event.target)

/** How long a notice stays, in milliseconds; longer if it has actions. A failure stays. */
const life = ({ isFailure, actions }: Notice) => (isFailure ? null : actions.length ? 10_000 : 6_000)

function useUndoKey(act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [act])
}

function useEnd(notice: Notice, isHeld: boolean): void {
  useEffect(() => {
    const left = life(notice)
    if (left === null || isHeld) return undefined
    const timer = setTimeout(() => dismiss(notice.id), left)
    return () => clearTimeout(timer)
  }, [notice, isHeld])
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { id, title, message, isFailure, actions } = notice
  const [isHeld, setHeld] = useState(false)
  const undo = actions.find((action) => 'run' in action)
  const [act] = useState(() => undo && takeOnce(id, undo))
  useEnd(notice, isHeld)
  useUndoKey(act)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- not a press: the notice stays while it is hovered
    <div
      role="alert"
      className={`sheet ${classes['notice']}`}
      data-failure={isFailure || undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes['words']}>
        {title && <b>{title}</b>}
        <span>{message}</span>
      </div>
      {actions.length > 0 && (
        <div className={classes['actions']}>
          {actions.map((action) =>
            'to' in action ? (
              <LinkButton key={action.label} {...look} {...action} onClick={() => dismiss(id)}>
                {action.label}
              </LinkButton>
            ) : (
              act && (
                <Button key={action.label} {...look} onClick={act} title="Ctrl+Z">
                  {action.label}
                </Button>
              )
            ),
          )}
        </div>
      )}
      <CloseButton aria-label={t('Dismiss')} onClick={() => dismiss(id)} />
    </div>
  )
}

const look = { variant: 'light', size: 'compact-sm' } as const

const takeOnce =
  (id: number, { run }: NoticeUndo) =>
  () => {
    dismiss(id)
    run()
  }

/** The elements that notices must not cover: the field in use with its label, and the foot of a form. */
function neededNow(): Element[] {
  const field = document.activeElement?.closest('input, textarea, select')
  const whole = field?.closest('.mantine-InputWrapper-root') ?? field
  return [...document.querySelectorAll('[data-foot]'), ...(whole ? [whole] : [])]
}

function areApart(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left
}

/**
 * On a phone, where notices are as wide as the page, moves them to the top while they would cover needed elements at the foot. They stay in
 * place until they cover something: a press takes the focus from a field, and they must not move under the finger then.
 */
function usePlace(notices: readonly Notice[]) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return undefined
    if (notices.length === 0) {
      current.dataset['place'] = 'foot'
      return undefined
    }
    const settle = () => {
      const needed = isPhone() ? neededNow() : []
      const places = current.dataset['place'] === 'top' ? ['top', 'foot'] : ['foot', 'top']
      const free = places.find((place) => {
        current.dataset['place'] = place
        return needed.every((element) => areApart(current, element))
      })
      current.dataset['place'] = free ?? 'foot'
    }
    settle()
    const moved = ['focusin', 'scroll', 'resize'] as const
    for (const type of moved) window.addEventListener(type, settle, { capture: true, passive: true })
    return () => {
      for (const type of moved) window.removeEventListener(type, settle, { capture: true })
    }
  }, [notices])
  return box
}

/**
 * The notices over the page. Part of the first load, because the most urgent notice, that the server cannot be reached, could not fetch a
 * lazy part.
 */
export function Notices() {
  const notices = useNotices()
  return (
    <div ref={usePlace(notices)} className={classes['notices']} data-screen-only>
      {notices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
    </div>
  )
}
