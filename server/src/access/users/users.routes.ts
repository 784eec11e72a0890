import * as api from '@plinth/api/access/users'
import { byId, type Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as images from './images.queries.ts'
import { squareImage } from './images.rules.ts'
import * as help from './sign-in-help.queries.ts'
import * as users from './users.queries.ts'

function userRoutes({ route, platformRoute, stagedRoute, publicRoute }: Routes) {
  route(api.filterUsers, ({ body }, { db }) => users.search(db, body))
  route(api.exportUsers, ({ body }, { db }) => users.exportAll(db, body))
  platformRoute(api.getUser, byId, ({ params }, { db }) => users.get(db, params.id))
  platformRoute(
    api.createUser,
    ({ body }) => body.tenantId,
    ({ body }, { db }) => users.create(db, body),
  )
  platformRoute(api.updateUser, byId, ({ params, body }, { db, caller }) => users.update(db, params.id, body, caller))
  platformRoute(api.deleteUser, byId, ({ params }, { db }) => users.remove(db, params.id))
  platformRoute(api.getSignInState, byId, ({ params }, { db }) => help.signInState(db, params.id))
  platformRoute(api.unlockUser, byId, ({ params }, { db }) => help.unlockPerson(db, params.id))
  platformRoute(api.endUserSessions, byId, ({ params }, { db }) => help.signOutEverywhere(db, params.id))
  platformRoute(api.resetUserSecondFactor, byId, ({ params }, { db }) => help.removeSecondFactor(db, params.id))
  stagedRoute(api.setUserImage, byId, async ({ params, body }, { stage, caller }) => {
    const content = await squareImage(body, caller.tenantId)
    return stage((db) => images.setImage(db, params.id, content))
  })
  platformRoute(api.deleteUserImage, byId, ({ params }, { db }) => images.removeImage(db, params.id))
  publicRoute(api.getProfileImage, ({ params }, { door }) =>
    door.inTenant(params.tenantId, null, (db) => images.readImage(db, params.imageId)),
  )
}

export const userSlice: Slice = {
  routes: userRoutes,
  finds: { users: users.find },
  events: {
    sessions_ended: [api.endUserSessions],
    second_factor_removed: [api.resetUserSecondFactor],
    sign_in_unlocked: [api.unlockUser],
    person_changed: [api.createUser, api.updateUser, api.deleteUser],
    exported: [api.exportUsers],
  },
}
