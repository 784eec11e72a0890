import { Alert, Button, Group, Text } from '@mantine/core'
import { Component, type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { hasForms } from '../../lib/keep-typed.ts'
import { t } from '../../lib/language.ts'
import { isReplaced, lazyScript, reloadKeeping } from '../../lib/lazy-script.ts'
import { askForLine } from '../../lib/line.ts'
import { LinkButton } from './LinkButton.tsx'
import classes from './Part.module.css'
import { Screen } from './Screen.tsx'

interface FailureProps {
  title: string
  /** Whether it broke while it was rendered; otherwise its script did not arrive. */
  isBroken?: boolean
  retry: () => Promise<void>
  /** Called if the script is gone because the server has another build. */
  onReplaced?: () => void
  /** Closes a dialog; its failure is shown over the screen, as the dialog would be. */
  onClose?: (() => void) | undefined
}

function Failure({ title, isBroken = false, retry, onReplaced, onClose }: FailureProps) {
  const [replaced, setReplaced] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (replaced) onReplaced?.()
    else if (!isBroken) void isReplaced().then(setReplaced, () => undefined)
  }, [isBroken, replaced, onReplaced])
  async function press() {
    setBusy(true)
    try {
      if (replaced) reloadKeeping()
      else if (!isBroken && (await isReplaced().catch(() => false))) setReplaced(true)
      else await retry()
    } finally {
      setBusy(false)
    }
  }
  const text = isBroken
    ? t('Something went wrong in it; the rest of the screen is not touched.')
    : replaced
      ? t('A new version of Plinth has been installed. Reload to go on with it; what you have typed is kept.')
      : t('What it is made of did not arrive: the connection may be away. Nothing that you have typed is lost.')
  const className = onClose && classes['over']
  return (
    <Alert role="alert" color="red" variant="outline" title={title} className={className} data-missing>
      <Text size="sm">{text}</Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void press()}>
          {replaced ? t('Reload') : t('Try again')}
        </Button>
        {onClose && (
          <Button size="compact-sm" variant="subtle" onClick={() => onClose()}>
            {t('Close')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

async function reloadIfAnswered(): Promise<void> {
  if (await askForLine()) reloadKeeping()
}

const reloadedKey = 'reloadedFrom'

/** Once for each build, and not while somebody may be typing. */
function reloadOnce(): void {
  if (hasForms() || sessionStorage.getItem(reloadedKey) === import.meta.url) return
  sessionStorage.setItem(reloadedKey, import.meta.url)
  location.reload()
}

/** Shown in place of a screen whose script did not arrive. */
export function ScreenNotLoaded() {
  return (
    <Screen title={t('This screen could not be loaded')}>
      <Failure title={t('Not loaded')} retry={reloadIfAnswered} onReplaced={reloadOnce} />
      <Group mt="md">
        <LinkButton to="/" variant="default">
          {t('Home')}
        </LinkButton>
      </Group>
    </Screen>
  )
}

interface Options {
  /** Shown until the script is loaded. */
  waiting?: ReactNode
  /** False for a part that is too large to be loaded before it is shown. */
  ahead?: boolean
}

type Named<N extends PropertyKey> = Record<N, (props: never) => ReactNode>

/** The props of a lazy component are checked where it is used: there it has the type of the component that it loads. */
const exported = <N extends PropertyKey>(module: Named<N>, name: N) => module[name] as unknown as ComponentType<object>

type State = { failed: 'loading' | 'rendering' | undefined }

function lazyComponent<M extends Named<N>, N extends keyof M>(
  request: () => Promise<M>,
  name: N,
  { waiting = null, ahead = true }: Options,
  isDialog: boolean,
) {
  const script = lazyScript(request)
  if (ahead) whenIdle(script.load)

  class Lazy extends Component<{ inner: { onClose?: () => void } }, State> {
    static getDerivedStateFromError = (): State => ({ failed: 'rendering' })
    override state: State = { failed: undefined }
    hasDrawnWaiting = false
    show = () => this.setState({ failed: undefined })
    fail = () => this.setState({ failed: 'loading' })
    retry = async () => {
      if (script.module) return this.show()
      // What the script imports may have failed under its own address: then only a reload helps.
      if (await askForLine()) await script.load().then(this.show, reloadKeeping)
    }
    override componentDidMount() {
      // The script may have arrived since the part was rendered.
      if (this.hasDrawnWaiting) void script.load().then(this.show, this.fail)
    }
    override render() {
      const { failed } = this.state
      const how = { retry: this.retry, onClose: isDialog ? this.props.inner.onClose : undefined }
      if (failed === 'loading') return <Failure {...how} title={t('This part could not be loaded')} />
      if (failed === 'rendering') return <Failure {...how} title={t('This part could not be shown')} isBroken />
      this.hasDrawnWaiting = script.module === undefined
      return script.module ? createElement(exported(script.module, name), this.props.inner) : waiting
    }
  }
  const preload = () => script.load().catch(() => undefined)
  // A function, because React does not pass the `ref` among its props on to a class.
  const Part = (props: object) => <Lazy inner={props} />
  return Object.assign(Part as unknown as M[N], { preload })
}

/**
 * A component whose script is loaded when it is first shown, or earlier when the page is idle. If the script does not arrive, or the
 * component breaks, it says so in its place and can be tried again; the screen around it stays.
 */
export const lazyPart = <M extends Named<N>, N extends keyof M>(
  request: () => Promise<M>,
  name: N,
  options: Options = {},
) => lazyComponent(request, name, options, false)

/** The exports of a module that can be closed. */
type DialogOf<M> = {
  [N in keyof M]: M[N] extends (props: infer P) => ReactNode ? (P extends { onClose: () => void } ? N : never) : never
}[keyof M]

/** A lazy part that lies over the screen: if it fails, it says so over the screen and can be closed. */
export const lazyDialog = <M extends Named<N>, N extends DialogOf<M> & string>(
  request: () => Promise<M>,
  name: N,
  options: Options = {},
) => lazyComponent(request, name, options, true)

/** A screen whose script the router loads before it shows the screen. If the script does not arrive, the router shows `ScreenNotLoaded`. */
export function lazyScreen<M extends Named<N>, N extends keyof M>(request: () => Promise<M>, name: N) {
  const script = lazyScript(request)
  const LazyScreen = () => (script.module ? createElement(exported(script.module, name)) : null)
  return Object.assign(LazyScreen, { preload: async () => void (await script.load()) })
}
