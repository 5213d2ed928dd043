/* session_pool.h: tells whose memory a compile uses. */
#ifndef RUSTG_SESSION_POOL_H
#define RUSTG_SESSION_POOL_H

#include "engine/host_pool.h"
#include "rustg/session.h"

/* The session's pool, or with NULL the library's own, which is to be released. NULL: there is none, and nothing is
 * kept. */
host_pool *session_pool(rustg_session *session);
/* Begin and end the library's own session: the first rustg_initialize and the last rustg_shutdown. */
void session_keep(bool keep);

#endif
