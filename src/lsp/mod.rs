//! The language server `orbat lsp`: what an editor asks while data and lists are written.
//!
//! [`serve`] reads messages in order. All that wait are taken before anything is compiled, so fast
//! typing compiles once. `project` holds the files and what the compiler says about them, `index`
//! finds definitions, `names` tells which of them a name stands for, `answer` has one function per
//! request.

mod answer;
mod block;
mod completion;
mod index;
mod inlay;
mod list;
mod list_place;
mod names;
mod position;
mod project;
mod rename;

use lsp_server::{Connection, Message, Notification, ProtocolError, Request, Response};
use serde_json::{Value, json};

use position::Encoding;
use project::Project;

/// The error code of the protocol for parameters that make no sense.
const INVALID_PARAMS: i32 = -32602;
const UNKNOWN_METHOD: i32 = -32601;

/// Serves one editor until it disconnects.
pub(crate) fn serve(connection: &Connection) -> Result<(), ProtocolError> {
    let (id, params) = connection.initialize_start()?;
    let encoding = Encoding::offered(&params);
    connection.initialize_finish(
        id,
        json!({
            "capabilities": capabilities(encoding),
            "serverInfo": { "name": "orbat", "version": env!("CARGO_PKG_VERSION") },
        }),
    )?;
    let mut project = Project::new(&params, encoding);
    publish(connection, &mut project);
    while let Ok(message) = connection.receiver.recv() {
        let mut waiting = vec![message];
        waiting.extend(connection.receiver.try_iter());
        for message in waiting {
            match message {
                Message::Request(request) => {
                    if connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    project.refresh();
                    let response = respond(&project, request);
                    let _ = connection.sender.send(Message::Response(response));
                }
                Message::Notification(notification) => {
                    project.notified(&notification.method, &notification.params);
                }
                Message::Response(_) => {}
            }
        }
        publish(connection, &mut project);
    }
    Ok(())
}

/// Sends the diagnostics of every file whose diagnostics have changed.
fn publish(connection: &Connection, project: &mut Project) {
    for params in project.changed_diagnostics() {
        let method = "textDocument/publishDiagnostics".to_owned();
        let notification = Notification { method, params };
        let _ = connection.sender.send(Message::Notification(notification));
    }
}

fn respond(project: &Project, request: Request) -> Response {
    let Request { id, method, params } = request;
    let answer = match method.as_str() {
        "textDocument/completion" => {
            completion::complete(project, &params).or_else(|| list::complete(project, &params))
        }
        "textDocument/hover" => {
            list::hover(project, &params).or_else(|| answer::hover(project, &params))
        }
        "textDocument/inlayHint" => inlay::hints(project, &params),
        "textDocument/definition" => answer::definition(project, &params),
        "textDocument/references" => answer::references(project, &params),
        "textDocument/prepareRename" => rename::prepare(project, &params),
        "textDocument/rename" => match rename::rename(project, &params) {
            Ok(edit) => Some(edit),
            Err(reason) => return Response::new_err(id, INVALID_PARAMS, reason),
        },
        "textDocument/documentSymbol" => answer::document_symbols(project, &params),
        "workspace/symbol" => Some(answer::workspace_symbols(project, &params)),
        "textDocument/foldingRange" => answer::folding(project, &params),
        "textDocument/semanticTokens/full" => answer::semantic_tokens(project, &params),
        "textDocument/codeAction" => {
            list::code_actions(project, &params).or_else(|| answer::code_actions(project, &params))
        }
        "textDocument/formatting" => answer::formatting(project, &params),
        _ => {
            let message = format!("`{method}` is not supported");
            return Response::new_err(id, UNKNOWN_METHOD, message);
        }
    };
    Response::new_ok(id, answer.unwrap_or(Value::Null))
}

fn capabilities(encoding: Encoding) -> Value {
    json!({
        "positionEncoding": encoding.name(),
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "completionProvider": { "triggerCharacters": [" ", ",", ":", "\"", ".", "(", "{"] },
        "hoverProvider": true,
        "inlayHintProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "documentFormattingProvider": true,
        "semanticTokensProvider": {
            "legend": { "tokenTypes": answer::TOKEN_TYPES, "tokenModifiers": ["declaration"] },
            "full": true,
        },
    })
}
