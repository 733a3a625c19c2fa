// Starts `orbat lsp` for .orbat files and for lists.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("orbat").get("path") || "orbat";
  client = new LanguageClient(
    "orbat",
    "Orbat",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "orbat" }, { language: "yaml" }] },
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
