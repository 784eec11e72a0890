import type { ListName } from '@plinth/api/entities'
import * as api from '@plinth/api/platform/list-settings'
import type { Caller } from '../../kernel/db/tenancy.ts'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as listSettings from './list-settings.queries.ts'

const own = ({ list }: { list: ListName }, { userId }: Caller) => ({ userId, list })

function listSettingsRoutes({ route }: Routes) {
  route(api.getListSettings, ({ params }, { db, caller }) => listSettings.settings(db, own(params, caller)))
  route(api.setListColumns, ({ params, body }, { db, caller }) =>
    listSettings.setColumns(db, own(params, caller), body.columns),
  )
  route(api.createListView, ({ params, body }, { db, caller }) =>
    listSettings.createView(db, own(params, caller), body),
  )
  route(api.updateListView, ({ params, body }, { db, caller }) =>
    listSettings.updateView(db, own(params, caller), params.id, body),
  )
  route(api.deleteListView, ({ params }, { db, caller }) => listSettings.removeView(db, own(params, caller), params.id))
  route(api.listSharingRoles, ({ params }, { db, caller }) => listSettings.sharingRoles(db, own(params, caller)))
  route(api.setListViewRoles, ({ params, body }, { db, caller }) =>
    listSettings.shareView(db, own(params, caller), params.id, body.roleIds),
  )
}

export const listSettingsSlice: Slice = { routes: listSettingsRoutes }
