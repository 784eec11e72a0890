import { Alert, Button, Group, Text } from '@mantine/core'
import {
  Component,
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { hasForms } from '../../lib/keep-typed.ts'
import { t } from '../../lib/language.ts'
import { type Absence, fetchAhead, isReplaced, type LateScript, lateScript, reloadKeeping } from '../../lib/scripts.ts'
import { LinkButton } from './LinkButton.tsx'
import classes from './Part.module.css'
import { Screen } from './Screen.tsx'

interface Options {
  /** Stands there until the script has come. */
  waiting?: ReactNode
  /** What lies over the screen is told of over the screen, too. */
  over?: boolean
  /** False for what is of no use without a server, or too large to be fetched unasked. */
  ahead?: boolean
}

interface TellingProps {
  title: string
  text: string
  /** What the button says and does. It fails where there is no server. */
  action: string
  act: () => Promise<void> | void
  /** Closes what lies over the screen. */
  onClose?: (() => void) | undefined
  over?: boolean
}

/** What is missing, in its place, and the way to try again. */
function Telling({ title, text, action, act, onClose, over = false }: TellingProps) {
  const [isBusy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    await Promise.resolve(act()).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      title={title}
      className={over ? classes['over'] : undefined}
      data-missing
    >
      <Text size="sm">{text}</Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void press()}>
          {action}
        </Button>
        {over && onClose && (
          <Button size="compact-sm" variant="subtle" onClick={onClose}>
            {t('Close')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

const absent = {
  missing: {
    text: t('What it is made of did not arrive: the connection may be away. Nothing that you have typed is lost.'),
    action: t('Try again'),
  },
  replaced: {
    text: t('A new version of Plinth has been installed. Reload to go on with it; what you have typed is kept.'),
    action: t('Reload'),
  },
} satisfies Record<Absence, { text: string; action: string }>

const remedy = (absence: Absence, script: LateScript<unknown>) => (absence === 'missing' ? script.again : reloadKeeping)

interface FaultsProps {
  over: boolean
  onClose: (() => void) | undefined
  children: ReactNode
}

/** A part that breaks does not take along what is around it. */
class Faults extends Component<FaultsProps, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    const { children, ...place } = this.props
    if (!this.state.isBroken) return children
    return (
      <Telling
        {...place}
        title={t('This part could not be shown')}
        text={t('Something went wrong in it; the rest of the screen is not touched.')}
        action={t('Try again')}
        act={() => this.setState({ isBroken: false })}
      />
    )
  }
}

function useScript<M>(script: LateScript<M>) {
  useLayoutEffect(() => {
    if (!script.now().absence) void script.fetch()
    return script.forget
  }, [script])
  return useSyncExternalStore(script.subscribe, script.now)
}

/** How a dialog is closed, whatever it calls that. */
function closing(props: object): (() => void) | undefined {
  const found = Object.entries(props).find(([name]) =>
    ['onClose', 'onStay', 'onLeave', 'onDiscard'].includes(name),
  )?.[1]
  return typeof found === 'function' ? () => void found() : undefined
}

type Named<N extends string> = Record<N, (props: never) => ReactNode>

/** What a component takes is judged where it is used: there it has its own type. */
const shownOf = <N extends string>(module: Named<N>, name: N) => module[name] as unknown as ComponentType<object>

/**
 * A component whose script is fetched when it is first shown, or before that when there is nothing else to do. Where the
 * script does not come, or breaks, that is told in its place, with a way to try again; the screen around it stays.
 */
export function part<M extends Named<N>, N extends string>(load: () => Promise<M>, name: N, options: Options = {}) {
  const { waiting = null, over = false, ahead = true } = options
  const script = lateScript(load)
  if (ahead) fetchAhead(script.fetch)
  function Late(props: object) {
    const { module, absence } = useScript(script)
    const onClose = closing(props)
    if (module)
      return (
        <Faults over={over} onClose={onClose}>
          {createElement(shownOf(module, name), props)}
        </Faults>
      )
    if (!absence) return waiting
    const title = t('This part could not be loaded')
    return <Telling {...absent[absence]} title={title} act={remedy(absence, script)} {...{ over, onClose }} />
  }
  return Object.assign(Late as unknown as M[N], { preload: script.fetch })
}

const reloadedKey = 'reloadedFrom'

/** A new version is loaded by itself, but once, and not from under somebody who types. */
function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    void isReplaced()
      .then((replaced) => {
        setNew(replaced)
        if (!replaced || hasForms() || sessionStorage.getItem(reloadedKey) === import.meta.url) return
        sessionStorage.setItem(reloadedKey, import.meta.url)
        location.reload()
      })
      .catch(() => undefined)
  }, [])
  return isNew
}

function MissingScreen({ script, absence: last }: { script: LateScript<unknown>; absence: Absence }) {
  const absence = useNewVersion() ? 'replaced' : last
  const { text, action } = absent[absence]
  return (
    <Screen title={t('This screen could not be loaded')}>
      <Telling title={t('Not loaded')} text={text} action={action} act={remedy(absence, script)} />
      <Group mt="md">
        <LinkButton to="/" variant="default">
          {t('Home')}
        </LinkButton>
      </Group>
    </Screen>
  )
}

/** A whole screen as a part. It is fetched when it is gone to: without a server it would have nothing to show. */
export function screenPart<M extends Named<N>, N extends string>(load: () => Promise<M>, name: N) {
  const script = lateScript(load)
  function Late() {
    const { module, absence } = useScript(script)
    if (module) return createElement(shownOf(module, name))
    return absence ? <MissingScreen script={script} absence={absence} /> : null
  }
  return Object.assign(Late, { preload: script.fetch })
}
